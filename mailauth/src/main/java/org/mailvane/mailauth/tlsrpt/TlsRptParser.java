package org.mailvane.mailauth.tlsrpt;

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
import org.mailvane.mailauth.finding.TlsRptFindings;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.tag.TagList.Entry;
import org.mailvane.mailauth.tag.TagMeaning;

/** Reads TLS-RPT records by the grammar of RFC 8460, section 3. */
final class TlsRptParser {

    /** Characters of a record that are read: no TXT record has more (RFC 1035, section 3.2.1). */
    static final int MAX_LENGTH = 65_535;

    /** The required start of a record. */
    private static final String BEGIN = "v=TLSRPTv1;";

    /** Matches a text that is meant as a record, but is not one. */
    private static final Pattern NEAR =
            Pattern.compile(
                    "[\\s\"'\\\\]*((v\\s*=\\s*\"?)?TLS-?RPT(v?1)?\\b|rua\\s*=).*",
                    Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Map<String, TagMeaning> MEANINGS =
            Map.of(
                    "v",
                    new TagMeaning("tls_rpt", "v", "", true),
                    "rua",
                    new TagMeaning("tls_rpt", "rua", "", true));

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,31}");
    private static final Pattern VALUE = Pattern.compile("[\\x21-\\x3A\\x3C\\x3E-\\x7E]+");

    /**
     * A record as parsed.
     *
     * @param addresses those to which reports can be sent
     */
    record Parsed(TlsRptRecord record, List<ReportUri> addresses) {}

    private final FindingList findings = new FindingList();
    private final List<Tag> tags = new ArrayList<>();
    private final RuaJudge rua = new RuaJudge();
    private boolean hasBadTag;

    private TlsRptParser() {}

    /** Whether senders take a text for a TLS-RPT record. */
    static boolean isTlsRpt(String text) {
        return text.startsWith(BEGIN);
    }

    /** Reads a record, whatever it is. */
    static Parsed parse(String text) {
        return new TlsRptParser().read(text);
    }

    private Parsed read(String text) {
        String txt = text;
        if (txt.length() > MAX_LENGTH) {
            txt = Cut.begin(txt, MAX_LENGTH);
            findings.add(TlsRptFindings.RECORD_LONG, MAX_LENGTH);
        }
        boolean isTlsRpt = isTlsRpt(txt);
        if (isTlsRpt || NEAR.matcher(txt).matches()) {
            if (!isTlsRpt) {
                findings.add(TlsRptFindings.VERSION.with().about("v").at(0));
            }
            judge(txt);
        } else {
            findings.add(TlsRptFindings.RECORD_OTHER);
        }
        return new Parsed(
                new TlsRptRecord(
                        txt,
                        isTlsRpt,
                        !findings.hasErrors() && !hasBadTag,
                        tags,
                        findings.toList()),
                rua.usable());
    }

    private void judge(String txt) {
        for (int i = 0; i < txt.length(); i++) {
            char c = txt.charAt(i);
            if ((c < ' ' && c != '\t') || c >= 0x7F) {
                findings.add(
                        TlsRptFindings.CHARACTER
                                .with(String.format(Locale.ROOT, "U+%04X", (int) c))
                                .at(i));
                break;
            }
        }
        TagList list = TagList.parse(txt);
        if (list.emptyPieces()) {
            findings.add(TlsRptFindings.SEMICOLONS);
        }
        if (list.isCut()) {
            findings.add(TlsRptFindings.FIELDS_TOO_MANY, TagList.MAX_ENTRIES);
        }
        Set<String> seen = new HashSet<>();
        Optional<Entry> lastRua =
                list.entries().stream().filter(TlsRptParser::isRua).reduce((one, other) -> other);
        for (Entry entry : list.entries()) {
            FindingList ofField = new FindingList();
            judgeForm(entry, !seen.add(entry.name()) && !isRua(entry), ofField);
            if (isRua(entry)) {
                rua.judge(entry, ofField);
                if (lastRua.filter(entry::equals).isPresent()) {
                    rua.judgeAll(entry, ofField);
                }
            } else if (!entry.name().equals("v") && entry.hasEquals()) {
                judgeExtension(entry, ofField);
            }
            hasBadTag |= ofField.hasErrors();
            tags.add(
                    Tag.of(
                            entry.name(),
                            entry.value(),
                            Optional.ofNullable(MEANINGS.get(entry.name())),
                            ofField));
        }
        if (!seen.contains("rua")) {
            findings.add(TlsRptFindings.RUA_MISSING);
        }
    }

    private static boolean isRua(Entry entry) {
        return entry.name().equals("rua") && entry.hasEquals();
    }

    private static void judgeForm(Entry entry, boolean isRepeated, FindingList findings) {
        if (!entry.hasEquals()) {
            findings.add(at(entry, TlsRptFindings.FIELD_WITHOUT_EQUALS.with(entry.name())));
        }
        if (entry.blanksInside()) {
            findings.add(at(entry, TlsRptFindings.FIELD_BLANKS.with(entry.name())));
        }
        if (isRepeated) {
            findings.add(at(entry, TlsRptFindings.FIELD_DUPLICATE.with(entry.name())));
        }
    }

    private static void judgeExtension(Entry entry, FindingList findings) {
        String name = entry.name();
        String lower = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            findings.add(at(entry, TlsRptFindings.FIELD_NAME.with(name)));
        } else if (lower.equals("rua") || lower.equals("v")) {
            findings.add(at(entry, TlsRptFindings.FIELD_CASE.with(name, lower)));
        } else {
            findings.add(at(entry, TlsRptFindings.FIELD_UNKNOWN.with(name)));
        }
        if (!VALUE.matcher(entry.value()).matches()) {
            findings.add(at(entry, TlsRptFindings.FIELD_VALUE.with(name)));
        }
    }

    private static Finding at(Entry entry, Finding finding) {
        return finding.about(entry.name()).at(entry.position());
    }
}
