package org.mailvane.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.mailvane.inspect.InspectionFinding;
import org.mailvane.mailauth.bimi.BimiInspection;
import org.mailvane.mailauth.dkim.DkimInspection;
import org.mailvane.mailauth.dmarc.DmarcInspection;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.mtasts.MtaStsInspection;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspection;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;
import org.mailvane.mailauth.tlsrpt.TlsRptInspection;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import picocli.CommandLine.Help.Ansi;

/** Prints inspections for people: what there is, then what is wrong with it and what to do. */
final class InspectionText {

    /** Characters of a line. */
    private static final int WIDTH = 96;

    /** Characters of a record or a value that are shown; {@code --json} has all. */
    private static final int MAX_SHOWN = 600;

    /** Terms of an SPF record's tree that are shown. */
    private static final int MAX_TERMS = 200;

    /** Messages of one code that are shown. */
    private static final int MAX_ALIKE = 5;

    private final PrintWriter out;

    private int terms;

    InspectionText(PrintWriter out) {
        this.out = out;
    }

    void print(DmarcInspection result) {
        head("DMARC", result.domain(), result.valid());
        if (!result.policyDomain().isEmpty() && !result.policyDomain().equals(result.domain())) {
            para("", "The record of " + result.policyDomain() + " applies.");
        }
        if (result.ruaServiceUsage()) {
            para("", "Reports are sent to this service.");
        }
        records(result.dnsQuery(), result.cname(), result.records());
        findings(InspectionFinding.of(result.messages(), result.records()));
    }

    void print(DkimInspection result) {
        head("DKIM key " + result.selector(), result.domain(), result.valid());
        records(result.query(), result.cname(), result.records());
        result.records().stream()
                .filter(key -> key.publicKeyLength() > 0)
                .forEach(key -> para("  ", "The key has " + key.publicKeyLength() + " bits."));
        findings(InspectionFinding.of(result.messages(), result.records()));
    }

    void print(DomainName domain, TlsRptInspection result) {
        head("TLS-RPT", domain.value(), result.valid());
        if (result.ruaServiceUsage()) {
            para("", "Reports are sent to this service.");
        }
        records(result.dnsQuery(), result.cname(), result.records());
        findings(InspectionFinding.of(result.messages(), result.records()));
    }

    void print(DomainName domain, MtaStsInspection result) {
        head("MTA-STS record", domain.value(), result.valid());
        records(result.dnsQuery(), result.cname(), result.records());
        findings(InspectionFinding.of(result.messages(), result.records()));
    }

    void print(DomainName domain, MtaStsPolicyInspection result) {
        head("MTA-STS policy", domain.value(), result.valid());
        records(result.policyUrl(), "", result.records());
        if (!result.records().isEmpty() && !result.mxHosts().isEmpty()) {
            out.println();
            out.println("MX hosts");
            result.mxHosts()
                    .forEach(host ->
                            para(
                                    "  ",
                                    host.host()
                                            + (host.matched()
                                                    ? " matches " + host.pattern()
                                                    : " is not listed in the policy")));
        }
        findings(InspectionFinding.of(result.messages(), result.records()));
    }

    void print(BimiInspection result) {
        BimiInspection.Bimi bimi = result.bimi();
        head("BIMI logo " + bimi.selector(), bimi.domain(), bimi.valid());
        if (!bimi.policyDomain().isEmpty() && !bimi.policyDomain().equals(bimi.domain())) {
            para("", "The record of " + bimi.policyDomain() + " applies.");
        }
        records(bimi.dnsQuery(), bimi.cname(), bimi.records());
        BimiInspection.Indicator logo = bimi.indicator();
        if (!logo.indicatorUrl().isEmpty()) {
            out.println();
            para("", "Logo " + logo.indicatorUrl() + ": " + validity(logo.valid()));
        }
        BimiInspection.Authority mark = bimi.authority();
        if (!mark.certificateUrl().isEmpty()) {
            out.println();
            para("", "Certificate " + mark.certificateUrl() + ": " + validity(mark.valid()));
            if (!mark.issuer().isEmpty()) {
                para("  ", "Issued by " + mark.issuer());
                para("  ", "For " + String.join(", ", mark.subjectAlternativeNames()));
                para("  ", "From " + mark.starts() + " to " + mark.expires());
                para("  ", (mark.certificateType() + " " + mark.markType()).strip());
            }
        }
        out.println();
        para(
                "",
                "The required DMARC record is "
                        + validity(result.dmarc().valid())
                        + ": mailvane inspect dmarc "
                        + bimi.domain());
        findings(InspectionFinding.of(result));
    }

    void print(SpfInspection result) {
        head("SPF", result.domain(), result.valid());
        for (SpfInspection.TextRecord record : result.records()) {
            out.println();
            para("", quoted(record.txt()));
            terms(record.terms(), 1);
        }
        if (terms > MAX_TERMS) {
            para(
                    "  ",
                    "... and "
                            + number(terms - MAX_TERMS, "more term", "s")
                            + "; use --json to see all");
        }
        if (!result.records().isEmpty()) {
            out.println();
            para(
                    "",
                    "%d of 10 DNS lookups. Allows %s in %s; default result: %s."
                            .formatted(
                                    result.queryCount(),
                                    number(result.passIp4Count(), "IPv4 address", "es"),
                                    number(result.passNetworkCount(), "network", "s"),
                                    result.defaultResult()));
        }
        findings(InspectionFinding.of(result));
    }

    private void terms(List<SpfInspection.TextTerm> terms, int depth) {
        for (SpfInspection.TextTerm term : terms) {
            this.terms++;
            if (this.terms <= MAX_TERMS) {
                print(term, depth);
            }
            if (depth < InspectionFinding.MAX_DEPTH) {
                term.result().forEach(nested -> terms(nested.terms(), depth + 1));
            }
        }
    }

    private void print(SpfInspection.TextTerm term, int depth) {
        StringBuilder line = new StringBuilder(term.value());
        if (term.ignored()) {
            line.append("   (ignored)");
        } else if (term.queryCount() > 0) {
            line.append("   ").append(number(term.queryCount(), "lookup", "s"));
        }
        if (!term.ignored() && term.passIp4Count() > 0) {
            line.append(term.queryCount() > 0 ? ", " : "   ")
                    .append(number(term.passIp4Count(), "IPv4 address", "es"));
        }
        para("  ".repeat(depth), line.toString());
    }

    // ---- parts --------------------------------------------------------------------------------

    private void head(String what, String of, boolean valid) {
        out.println(Printable.of(what + " of " + of) + ": " + validity(valid));
    }

    private static String validity(boolean valid) {
        return styled(valid ? "green" : "red", valid ? "valid" : "not valid");
    }

    private void records(String where, String alias, List<? extends TaggedRecord> records) {
        out.println();
        para("", where + (alias.isEmpty() ? "" : ", alias of " + alias));
        for (TaggedRecord record : records) {
            para("  ", quoted(record.txt()));
            int width = record.tags().stream().mapToInt(tag -> tag.key().length()).max().orElse(0);
            for (Tag tag : record.tags()) {
                String key =
                        tag.key()
                                + " ".repeat(Math.max(0, Math.min(width, 20) - tag.key().length()));
                String description = english(FindingMessages.description(tag));
                String meaning = description.isEmpty() ? "" : "   " + description;
                para("    ", key + " = " + shortened(tag.value()) + meaning);
            }
        }
    }

    /** The worst first, those of a kind together. */
    private void findings(List<InspectionFinding> sorted) {
        Map<String, List<InspectionFinding>> kinds = new LinkedHashMap<>();
        sorted.forEach(said ->
                kinds.computeIfAbsent(said.finding().code(), code -> new ArrayList<>()).add(said));
        out.println();
        out.println(summary(sorted));
        for (List<InspectionFinding> alike : kinds.values()) {
            alike.stream().limit(MAX_ALIKE).forEach(this::print);
            if (alike.size() > MAX_ALIKE) {
                out.println();
                para(
                        "",
                        "... and %,d more %s; use --json to see all"
                                .formatted(
                                        alike.size() - MAX_ALIKE,
                                        alike.getFirst().finding().code()));
            }
        }
    }

    private void print(InspectionFinding said) {
        Finding finding = said.finding();
        out.println();
        out.print(word(finding.level()));
        out.print(' ');
        out.println(
                Printable.of(
                        finding.code()
                                + (said.where().isEmpty()
                                        ? ""
                                        : " in the record at " + said.where())));
        para("  ", english(FindingMessages.text(finding)));
        String solution = english(FindingMessages.solution(finding));
        if (!solution.isEmpty()) {
            para("  ", "What to do: " + solution);
        }
        if (!finding.reference().isEmpty()) {
            para("  ", "See " + finding.reference());
        }
    }

    private static String english(Passage passage) {
        return MessageFormatter.forPrograms().format(passage);
    }

    private static String summary(List<InspectionFinding> messages) {
        Map<Level, Long> counts = new TreeMap<>();
        messages.forEach(said -> counts.merge(said.finding().level(), 1L, Long::sum));
        if (counts.isEmpty()) {
            return "No problems found.";
        }
        long errors = counts.getOrDefault(Level.ERR, 0L);
        long warnings = counts.getOrDefault(Level.WARN, 0L);
        return number(errors, "error", "s")
                + ", "
                + number(warnings, "warning", "s")
                + ", "
                + number(counts.getOrDefault(Level.INFO, 0L), "note", "s")
                + (errors + warnings == 0 ? ": no action needed." : ".");
    }

    private static String word(Level level) {
        return switch (level) {
            case ERR -> styled("bold,red", "error");
            case WARN -> styled("bold,yellow", "warning");
            case INFO -> styled("bold", "note");
        };
    }

    private static String styled(String style, String word) {
        return Ansi.AUTO.string("@|" + style + " " + word + "|@");
    }

    private static String number(long count, String what, String plural) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : plural);
    }

    private static String quoted(String text) {
        return "\"" + shortened(text) + "\"";
    }

    private static String shortened(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }

    /**
     * A paragraph in lines of the width, each begun alike; words are not cut. Several spaces stay
     * where no line ends.
     */
    private void para(String indent, String text) {
        StringBuilder line = new StringBuilder(indent);
        boolean begun = false;
        boolean wrapped = false;
        for (String word : Printable.of(text).split(" ", -1)) {
            if (begun && line.length() + word.length() + 1 > WIDTH) {
                out.println(line);
                line = new StringBuilder(indent).append("  ");
                begun = false;
                wrapped = true;
            }
            if (begun || !wrapped || !word.isEmpty()) {
                line.append(begun ? " " : "").append(word);
                begun = true;
            }
        }
        if (begun) {
            out.println(line);
        }
    }
}
