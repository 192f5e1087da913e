package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcRecord.Effect;
import org.mailvane.mailauth.dmarc.DmarcRecord.Psd;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;

/**
 * Reads DMARC records (RFC 9989, sections 4.7 and 4.8). It never throws: for any text, it returns
 * what could be read, and the errors.
 *
 * <p>This class reads the record as a whole; {@link TagJudge} finds the errors of each tag.
 */
public final class DmarcParser {

    /** Bytes up to which an answer fits into a packet beside what else it holds, as for SPF. */
    static final int MAX_LENGTH = 450;

    private static final String VERSION = "DMARC1";

    /** A version that continues because no semicolon follows it. */
    private static final Pattern RUN_ON_VERSION = Pattern.compile("DMARC1[\\s,:]");

    private static final Pattern ZONE_LINE =
            Pattern.compile("\\s*\\S+\\s+(?:\\d+\\s+)?(?:IN\\s+)?TXT\\s", Pattern.CASE_INSENSITIVE);

    private static final Pattern RECORD_TAGS =
            Pattern.compile(
                    "(?:^|;)[\\s\"]*(?:v\\s*=\\s*dmarc|(?:p|sp|np|rua|ruf|adkim|aspf)\\s*=)",
                    Pattern.CASE_INSENSITIVE);

    private final String text;
    private final TagList entries;
    private final Map<DmarcTag, TagList.Entry> first = new HashMap<>();
    private final FindingList findings = new FindingList();

    private DmarcParser(String text) {
        this.text = text;
        // If the whole record is in quotation marks, the tags can still be read; blanks instead of
        // the marks keep the positions.
        this.entries = TagList.parse(isQuoted(text) ? text.replace('"', ' ') : text);
        for (TagList.Entry entry : entries.entries()) {
            // An entry without an equals sign is not a tag, so it does not take the place of
            // another.
            if (entry.hasEquals()) {
                DmarcTag.of(entry.name()).ifPresent(tag -> first.putIfAbsent(tag, entry));
            }
        }
    }

    /** Parses a record from DNS or from user input. */
    public static DmarcRecord parse(String text) {
        return new DmarcParser(text).read();
    }

    /** Returns whether a text that is not a DMARC record was meant as one. */
    static boolean looksLikeDmarc(String text) {
        return text.toUpperCase(Locale.ROOT).contains(VERSION) || RECORD_TAGS.matcher(text).find();
    }

    private DmarcRecord read() {
        boolean isDmarc = judgeVersion();
        judgeWhole();
        @Nullable DmarcPolicy p = policy(DmarcTag.P);
        @Nullable DmarcPolicy sp = policy(DmarcTag.SP);
        @Nullable DmarcPolicy np = policy(DmarcTag.NP);
        AddressList rua = addresses(DmarcTag.RUA);
        AddressList ruf = addresses(DmarcTag.RUF);
        boolean complete =
                p != null
                        && (sp != null || !first.containsKey(DmarcTag.SP))
                        && (np != null || !first.containsKey(DmarcTag.NP));
        Effect effect =
                !isDmarc
                        ? Effect.NONE
                        : complete
                                ? Effect.POLICY
                                : rua.usable().isEmpty() ? Effect.NONE : Effect.REPORTS_ONLY;
        DmarcRecord read =
                new DmarcRecord(
                        text,
                        isDmarc,
                        effect,
                        p,
                        sp,
                        np,
                        psd(),
                        value(DmarcTag.T).equals("y"),
                        percentage(),
                        rua.usable(),
                        ruf.usable(),
                        List.of(),
                        List.of());
        return judged(read, rua, ruf);
    }

    private DmarcRecord judged(DmarcRecord read, AddressList rua, AddressList ruf) {
        TagJudge judge = new TagJudge(read, first.keySet(), rua, ruf);
        List<Tag> tags = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (TagList.Entry entry : entries.entries()) {
            boolean repeated =
                    entry.hasEquals() && !seen.add(entry.name().toLowerCase(Locale.ROOT));
            tags.add(judge.tag(entry, repeated));
        }
        if (read.isDmarc() && !first.containsKey(DmarcTag.P)) {
            findings.add(
                    read.effect() == Effect.NONE
                            ? DmarcFindings.P_MISSING_NO_EFFECT
                            : DmarcFindings.P_MISSING);
        }
        if (read.isDmarc() && read.rua().isEmpty()) {
            findings.add(DmarcFindings.RUA_MISSING);
        }
        return new DmarcRecord(
                text,
                read.isDmarc(),
                read.effect(),
                read.p(),
                read.sp(),
                read.np(),
                read.psd(),
                read.testing(),
                read.pct(),
                read.rua(),
                read.ruf(),
                tags,
                findings.toList());
    }

    /** Whether receivers take it for a DMARC record (RFC 9989, section 4.10, step 2). */
    private boolean judgeVersion() {
        TagList.@Nullable Entry version = first.get(DmarcTag.V);
        if (isQuoted(text)) {
            findings.add(DmarcFindings.RECORD_QUOTED.with().at(text.indexOf('"')));
            return false;
        }
        if (version == null) {
            findings.add(
                    ZONE_LINE.matcher(text).lookingAt()
                            ? DmarcFindings.RECORD_ZONE_LINE
                            : DmarcFindings.V_MISSING);
            return false;
        }
        Optional<Finding> problem = Optional.empty();
        if (!version.equals(entries.entries().getFirst())) {
            problem = Optional.of(DmarcFindings.V_NOT_FIRST.with());
        } else if (RUN_ON_VERSION.matcher(version.value()).lookingAt()) {
            problem = Optional.of(DmarcFindings.V_NO_SEMICOLON.with());
        } else if (!version.value().equals(VERSION)) {
            problem = Optional.of(DmarcFindings.V_BAD_VALUE.with(version.value()));
        }
        problem.ifPresent(
                finding -> findings.add(finding.about(DmarcTag.V.key()).at(version.position())));
        return problem.isEmpty();
    }

    private void judgeWhole() {
        if (!text.isEmpty() && TagList.isBlank(text.charAt(0))) {
            findings.add(DmarcFindings.RECORD_LEADING_BLANK.with().at(0));
        }
        int quote = text.indexOf('"');
        if (quote >= 0 && !isQuoted(text)) {
            findings.add(DmarcFindings.RECORD_QUOTES.with().at(quote));
        }
        int backslash = text.indexOf("\\;");
        if (backslash >= 0) {
            findings.add(DmarcFindings.RECORD_BACKSLASHES.with().at(backslash));
        }
        String inner = text.strip();
        if (inner.indexOf('\n') >= 0 || inner.indexOf('\r') >= 0) {
            findings.add(DmarcFindings.RECORD_LINE_BREAK);
        }
        if (entries.emptyPieces()) {
            findings.add(DmarcFindings.RECORD_EMPTY_PIECE);
        }
        if (entries.isCut()) {
            findings.add(DmarcFindings.RECORD_CUT, TagList.MAX_ENTRIES);
        }
        if (text.length() > MAX_LENGTH) {
            findings.add(DmarcFindings.RECORD_LONG, text.length(), MAX_LENGTH);
        }
        List<TagList.Entry> all = entries.entries();
        if (first.containsKey(DmarcTag.P)
                && all.getFirst().equals(first.get(DmarcTag.V))
                && !first.get(DmarcTag.P).equals(all.get(1))) {
            findings.add(DmarcFindings.P_NOT_SECOND.with().about(DmarcTag.P.key()));
        }
    }

    private static boolean isQuoted(String text) {
        return text.stripLeading().startsWith("\"");
    }

    private @Nullable DmarcPolicy policy(DmarcTag tag) {
        return DmarcPolicy.of(value(tag)).orElse(null);
    }

    private AddressList addresses(DmarcTag tag) {
        TagList.@Nullable Entry entry = first.get(tag);
        return entry == null ? AddressList.NONE : AddressList.parse(entry);
    }

    private Psd psd() {
        return switch (value(DmarcTag.PSD)) {
            case "y" -> Psd.YES;
            case "n" -> Psd.NO;
            default -> Psd.UNKNOWN;
        };
    }

    private int percentage() {
        Matcher number = TagJudge.PERCENTAGE.matcher(value(DmarcTag.PCT));
        return number.matches() ? Integer.parseInt(number.group()) : DmarcRecord.ALL;
    }

    /** In lower case; empty if the tag is missing. */
    private String value(DmarcTag tag) {
        TagList.@Nullable Entry entry = first.get(tag);
        return entry == null ? "" : entry.value().toLowerCase(Locale.ROOT);
    }
}
