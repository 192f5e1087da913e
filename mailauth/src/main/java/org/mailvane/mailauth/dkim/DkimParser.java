package org.mailvane.mailauth.dkim;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.mailauth.finding.Cut;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.tag.TagList.Entry;

/**
 * Reads key records (RFC 6376, section 3.6.1): the rules that hold for all tags. What each may hold
 * is up to {@link DkimTagJudge}.
 */
final class DkimParser {

    /** Characters of a record that are read: no TXT record has more (RFC 1035, section 3.2.1). */
    static final int MAX_LENGTH = 65_535;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
    private static final Pattern OTHER_RECORD =
            Pattern.compile(
                    "v\\s*=\\s*(spf1|DMARC1|BIMI1|STSv1|TLSRPTv1)\\b.*",
                    Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7E \\t\\r\\n]*");

    private DkimParser() {}

    /** Reads a record, whatever it is. */
    static DkimRecord parse(String text) {
        FindingList findings = new FindingList();
        String txt = text;
        if (txt.length() > MAX_LENGTH) {
            txt = Cut.begin(txt, MAX_LENGTH);
            findings.add(DkimFindings.RECORD_LONG, MAX_LENGTH);
        }
        String record = withoutEscapes(txt, findings);
        TagList list = TagList.parse(record);
        if (record.isBlank()) {
            findings.add(DkimFindings.RECORD_EMPTY);
            return notDkim(txt, findings);
        }
        Optional<FindingValue> other = other(record, list);
        if (other.isPresent()) {
            findings.add(DkimFindings.RECORD_OTHER, other.get());
            return notDkim(txt, findings);
        }
        return judged(txt, list, findings);
    }

    private static DkimRecord notDkim(String txt, FindingList findings) {
        return new DkimRecord(
                txt, false, false, "", 0, "", false, false, findings.toList(), List.of());
    }

    private static DkimRecord judged(String txt, TagList list, FindingList findings) {
        if (list.emptyPieces()) {
            findings.add(DkimFindings.SEMICOLONS);
        }
        if (list.isCut()) {
            findings.add(DkimFindings.TAGS_TOO_MANY, TagList.MAX_ENTRIES);
        }
        if (list.first("v").isEmpty()) {
            findings.add(DkimFindings.V_MISSING);
        }
        if (list.first("p").isEmpty()) {
            findings.add(DkimFindings.P_MISSING);
        }
        DkimTagJudge judge = new DkimTagJudge(list);
        List<Tag> tags = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        boolean valid = !findings.hasErrors();
        for (Entry entry : list.entries()) {
            FindingList ofTag = new FindingList();
            Optional<DkimTag> known = DkimTag.of(entry.name());
            judgeForm(entry, known, !seen.add(entry.name()), ofTag);
            known.ifPresent(tag -> judge.judge(tag, entry, ofTag));
            valid &= !ofTag.hasErrors();
            tags.add(Tag.of(entry.name(), entry.value(), known.map(DkimTag::meaning), ofTag));
        }
        return new DkimRecord(
                txt,
                true,
                valid,
                judge.keyType(),
                judge.key().bits(),
                judge.key().fingerprint(),
                judge.isRevoked(),
                judge.isTesting(),
                findings.toList(),
                tags);
    }

    /**
     * Puts blanks, which mean nothing, in place of characters of zone files that were published by
     * mistake, so that the rest can be read and all stays in its place.
     */
    private static String withoutEscapes(String txt, FindingList findings) {
        String record = txt;
        String core = record.strip();
        if (core.startsWith("\"") || core.endsWith("\"") || core.contains("\" \"")) {
            findings.add(DkimFindings.RECORD_QUOTES.with().at(record.indexOf('"')));
            record = record.replace('"', ' ');
        }
        int backslash = record.indexOf("\\;");
        if (backslash >= 0) {
            findings.add(DkimFindings.RECORD_BACKSLASHES.with().at(backslash));
            record = record.replace("\\;", " ;");
        }
        return record;
    }

    /** Returns what the text is if it is not a key; empty if it is meant to be one. */
    private static Optional<FindingValue> other(String record, TagList list) {
        Matcher matcher = OTHER_RECORD.matcher(record.strip());
        if (matcher.matches()) {
            return Optional.of(FindingPhrase.DKIM_OTHER_RECORD.with(matcher.group(1)));
        }
        boolean isMeant =
                list.entries().stream()
                        .anyMatch(entry ->
                                switch (entry.name().toLowerCase(Locale.ROOT)) {
                                    case "p" -> true;
                                    case "v" ->
                                            entry.value()
                                                    .toUpperCase(Locale.ROOT)
                                                    .startsWith("DKIM");
                                    case "k" -> DkimTagJudge.isKeyType(entry.value());
                                    default -> false;
                                });
        return isMeant ? Optional.empty() : Optional.of(FindingPhrase.DKIM_OTHER_TEXT.with());
    }

    private static void judgeForm(
            Entry entry, Optional<DkimTag> known, boolean isRepeated, FindingList findings) {
        String name = entry.name();
        Finding finding = null;
        if (!entry.hasEquals()) {
            finding = DkimFindings.TAG_WITHOUT_EQUALS.with(name);
        } else if (!NAME.matcher(name).matches()) {
            finding = DkimFindings.TAG_NAME.with(name);
        } else if (known.isEmpty()) {
            String lower = name.toLowerCase(Locale.ROOT);
            finding =
                    DkimTag.of(lower).isPresent()
                            ? DkimFindings.TAG_CASE.with(name, lower)
                            : DkimFindings.TAG_UNKNOWN.with(name);
        }
        if (finding != null) {
            findings.add(finding.about(name).at(entry.position()));
        }
        if (isRepeated && entry.hasEquals()) {
            findings.add(DkimFindings.TAG_DUPLICATE.with(name).about(name).at(entry.position()));
        }
        String value = entry.value();
        if (!PRINTABLE.matcher(value).matches()) {
            int at = 0;
            while (PRINTABLE.matcher(value.substring(at, at + 1)).matches()) {
                at++;
            }
            findings.add(
                    DkimFindings.TAG_CHARACTER
                            .with(name, Characters.shown(value.charAt(at)))
                            .about(name)
                            .at(entry.valuePosition() + at));
        }
    }
}
