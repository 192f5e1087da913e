package org.mailvane.mailauth.mtasts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mailvane.mailauth.finding.Cut;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.tag.TagMeaning;

/**
 * Reads the text of an MTA-STS record (RFC 8461, section 3.1). Whatever the grammar does not allow
 * is an error: senders must take a record with wrong syntax for none.
 */
public final class MtaStsParser {

    /** The start of a text that is an MTA-STS record. */
    static final String BEGIN = "v=STSv1;";

    static final String VERSION = "v";

    private static final Map<String, TagMeaning> MEANINGS =
            Map.of(
                    VERSION,
                    new TagMeaning("mta_sts", VERSION, "", true),
                    MtaStsRecord.ID,
                    new TagMeaning("mta_sts", MtaStsRecord.ID, "", true));

    /** The syntax of {@code sts-id}. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]{1,32}");

    /** {@code sts-ext-name}, of records and policies. */
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,31}");

    /** {@code sts-ext-value}. */
    private static final Pattern VALUE = Pattern.compile("[!-:<>-~]+");

    /** Characters that a record must not contain; tabs are only allowed around semicolons. */
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0A-\\x1F\\x7F]");

    /** Matches a text that was meant as a record, ignoring blanks and case. */
    private static final Pattern ALIKE = Pattern.compile("v[=:][\"']?sts");

    /** Characters in which that is looked for. */
    private static final int LOOKED_AT = 255;

    /** Characters of a wrong begin that are shown. */
    private static final int SHOWN = 20;

    private MtaStsParser() {}

    /** Whether senders take a text for an MTA-STS record. */
    static boolean isMtaSts(String text) {
        return text.startsWith(BEGIN);
    }

    /** Reads and judges a text; never throws. */
    public static MtaStsRecord parse(String text) {
        FindingList findings = new FindingList();
        boolean isMtaSts = isMtaSts(text);
        if (!isMtaSts) {
            if (!isAlike(text)) {
                findings.add(MtaStsFindings.VERSION_MISSING);
                return new MtaStsRecord(text, false, true, List.of(), findings.toList());
            }
            findings.add(MtaStsFindings.VERSION_MALFORMED.with(begin(text)).about(VERSION).at(0));
        }
        TagList list = TagList.parse(text);
        List<Tag> tags = tags(list);
        judgeWhole(text, list, tags, findings);
        boolean valid = !findings.hasErrors() && tags.stream().allMatch(Tag::valid);
        return new MtaStsRecord(text, isMtaSts, valid, tags, findings.toList());
    }

    private static boolean isAlike(String text) {
        String begin = text.substring(0, Math.min(text.length(), LOOKED_AT));
        return ALIKE.matcher(begin.replaceAll("\\s", "").toLowerCase(Locale.ROOT)).find();
    }

    private static String begin(String text) {
        int semicolon = text.indexOf(';');
        int end = semicolon < 0 ? text.length() : semicolon + 1;
        return Cut.begin(text.substring(0, end), SHOWN);
    }

    private static void judgeWhole(
            String text, TagList list, List<Tag> tags, FindingList findings) {
        if (tags.stream().noneMatch(tag -> tag.key().equals(MtaStsRecord.ID))) {
            findings.add(MtaStsFindings.ID_MISSING.with().about(MtaStsRecord.ID));
        }
        if (list.emptyPieces()) {
            findings.add(MtaStsFindings.RECORD_EMPTY_FIELD);
        }
        if (!list.endsWithSemicolon() && (text.endsWith(" ") || text.endsWith("\t"))) {
            findings.add(MtaStsFindings.RECORD_TRAILING_BLANKS);
        }
        if (CONTROL.matcher(text).find()) {
            findings.add(MtaStsFindings.RECORD_CONTROL);
        }
        if (list.isCut()) {
            findings.add(MtaStsFindings.RECORD_FIELDS, TagList.MAX_ENTRIES);
        }
    }

    private static List<Tag> tags(TagList list) {
        List<Tag> tags = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (TagList.Entry entry : list.entries()) {
            FindingList findings = new FindingList();
            boolean repeated = !seen.add(entry.name());
            judge(entry, repeated, findings);
            tags.add(
                    Tag.of(
                            entry.name(),
                            entry.value(),
                            Optional.ofNullable(MEANINGS.get(entry.name())),
                            findings));
        }
        return tags;
    }

    private static void judge(TagList.Entry entry, boolean repeated, FindingList findings) {
        String name = entry.name();
        if (!entry.hasEquals()) {
            findings.add(about(entry, MtaStsFindings.TAG_MALFORMED, name));
            return;
        }
        if (entry.blanksInside()) {
            findings.add(about(entry, MtaStsFindings.TAG_BLANKS, name));
        }
        if (!NAME.matcher(name).matches()) {
            findings.add(about(entry, MtaStsFindings.TAG_NAME, name));
        }
        boolean isId = name.equals(MtaStsRecord.ID);
        if (isId && !repeated) {
            if (!ID.matcher(entry.value()).matches()) {
                findings.add(
                        MtaStsFindings.ID_MALFORMED
                                .with(entry.value())
                                .about(name)
                                .at(entry.valuePosition()));
            }
        } else if (!VALUE.matcher(entry.value()).matches()) {
            findings.add(
                    MtaStsFindings.TAG_VALUE
                            .with(entry.value())
                            .about(name)
                            .at(entry.valuePosition()));
        }
        if (repeated) {
            findings.add(about(entry, MtaStsFindings.TAG_DUPLICATE, name));
        } else if (!isId && name.equalsIgnoreCase(MtaStsRecord.ID)) {
            findings.add(about(entry, MtaStsFindings.TAG_CASE, name, MtaStsRecord.ID));
        } else if (!isId && !name.equalsIgnoreCase(VERSION)) {
            findings.add(about(entry, MtaStsFindings.TAG_UNKNOWN, name));
        }
    }

    private static Finding about(TagList.Entry entry, MtaStsFindings kind, Object... values) {
        return kind.with(values).about(entry.name()).at(entry.position());
    }
}
