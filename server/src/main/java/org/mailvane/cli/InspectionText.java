package org.mailvane.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
import picocli.CommandLine.Help.Ansi;

/** Prints inspections for people: what there is, then what is wrong with it and what to do. */
final class InspectionText {

    /** Characters of a line. */
    private static final int WIDTH = 96;

    /** Characters of a record or a value that are shown; {@code --json} has all. */
    private static final int MAX_SHOWN = 600;

    /** Levels of an SPF record's tree that are shown. */
    private static final int MAX_DEPTH = 12;

    private final PrintWriter out;

    InspectionText(PrintWriter out) {
        this.out = out;
    }

    void print(DmarcInspection result) {
        head("DMARC", result.domain(), result.valid());
        if (!result.policyDomain().isEmpty() && !result.policyDomain().equals(result.domain())) {
            para("", "The record of " + result.policyDomain() + " holds for it.");
        }
        if (result.ruaServiceUsage()) {
            para("", "Its reports come to this service.");
        }
        records(result.dnsQuery(), result.cname(), result.records());
        findings(result.messages(), result.records());
    }

    void print(DkimInspection result) {
        head("DKIM key " + result.selector(), result.domain(), result.valid());
        records(result.query(), result.cname(), result.records());
        result.records().stream()
                .filter(key -> key.publicKeyLength() > 0)
                .forEach(key -> para("  ", "The key has " + key.publicKeyLength() + " bits."));
        findings(result.messages(), result.records());
    }

    void print(DomainName domain, TlsRptInspection result) {
        head("TLS-RPT", domain.value(), result.valid());
        if (result.ruaServiceUsage()) {
            para("", "Its reports come to this service.");
        }
        records(result.dnsQuery(), result.cname(), result.records());
        findings(result.messages(), result.records());
    }

    void print(DomainName domain, MtaStsInspection result) {
        head("MTA-STS record", domain.value(), result.valid());
        records(result.dnsQuery(), result.cname(), result.records());
        findings(result.messages(), result.records());
    }

    void print(DomainName domain, MtaStsPolicyInspection result) {
        head("MTA-STS policy", domain.value(), result.valid());
        records(result.policyUrl(), "", result.records());
        if (!result.records().isEmpty() && !result.mxHosts().isEmpty()) {
            out.println();
            out.println("Mail exchangers");
            result.mxHosts()
                    .forEach(host ->
                            para(
                                    "  ",
                                    host.host()
                                            + (host.matched()
                                                    ? " is covered by " + host.pattern()
                                                    : " is covered by no line of the policy")));
        }
        findings(result.messages(), result.records());
    }

    void print(BimiInspection result) {
        BimiInspection.Bimi bimi = result.bimi();
        head("BIMI logo " + bimi.selector(), bimi.domain(), bimi.valid());
        if (!bimi.policyDomain().isEmpty() && !bimi.policyDomain().equals(bimi.domain())) {
            para("", "The record of " + bimi.policyDomain() + " holds for it.");
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
                "The DMARC record that it needs is "
                        + validity(result.dmarc().valid())
                        + ": mailvane inspect dmarc "
                        + bimi.domain());
        List<Finding> all = new ArrayList<>(bimi.messages());
        all.addAll(logo.messages());
        all.addAll(logo.svg().messages());
        logo.svg().attributes().forEach(attribute -> all.addAll(attribute.messages()));
        all.addAll(mark.messages());
        all.addAll(mark.indicator().messages());
        findings(all, bimi.records());
    }

    void print(SpfInspection result) {
        head("SPF", result.domain(), result.valid());
        for (SpfInspection.TextRecord record : result.records()) {
            out.println();
            para("", quoted(record.txt()));
            terms(record.terms(), 1);
        }
        if (!result.records().isEmpty()) {
            out.println();
            para(
                    "",
                    "%d of 10 DNS look-ups, %s in %s; everything else is %s."
                            .formatted(
                                    result.queryCount(),
                                    number(result.passIp4Count(), "IPv4 address", "es"),
                                    number(result.passNetworkCount(), "network", "s"),
                                    result.defaultResult()));
        }
        List<Finding> all = new ArrayList<>(result.messages());
        for (SpfInspection.TextRecord record : result.records()) {
            all.addAll(record.messages());
            collect(record.terms(), all, 0);
        }
        findings(all, List.of());
    }

    private void terms(List<SpfInspection.TextTerm> terms, int depth) {
        for (SpfInspection.TextTerm term : terms) {
            StringBuilder line = new StringBuilder(term.value());
            if (term.ignored()) {
                line.append("   (ignored)");
            } else if (term.queryCount() > 0) {
                line.append("   ").append(number(term.queryCount(), "look-up", "s"));
            }
            if (!term.ignored() && term.passIp4Count() > 0) {
                line.append(term.queryCount() > 0 ? ", " : "   ")
                        .append(number(term.passIp4Count(), "IPv4 address", "es"));
            }
            para("  ".repeat(depth), line.toString());
            if (depth < MAX_DEPTH) {
                term.result().forEach(nested -> terms(nested.terms(), depth + 1));
            }
        }
    }

    private static void collect(List<SpfInspection.TextTerm> terms, List<Finding> all, int depth) {
        for (SpfInspection.TextTerm term : terms) {
            all.addAll(term.messages());
            if (depth < MAX_DEPTH) {
                for (SpfInspection.TextRecord nested : term.result()) {
                    all.addAll(nested.messages());
                    collect(nested.terms(), all, depth + 1);
                }
            }
        }
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
        para("", where + (alias.isEmpty() ? "" : ", which leads to " + alias));
        for (TaggedRecord record : records) {
            para("  ", quoted(record.txt()));
            int width = record.tags().stream().mapToInt(tag -> tag.key().length()).max().orElse(0);
            for (Tag tag : record.tags()) {
                String key =
                        tag.key()
                                + " ".repeat(Math.max(0, Math.min(width, 20) - tag.key().length()));
                String meaning = tag.description().isEmpty() ? "" : "   " + tag.description();
                para("    ", key + " = " + shortened(tag.value()) + meaning);
            }
        }
    }

    /** The worst first; each with what to do. What is said twice is printed once. */
    private void findings(List<Finding> messages, List<? extends TaggedRecord> records) {
        List<Finding> all = new ArrayList<>(messages);
        for (TaggedRecord record : records) {
            all.addAll(record.messages());
            record.tags().forEach(tag -> all.addAll(tag.messages()));
        }
        List<Finding> sorted =
                all.stream().distinct().sorted(Comparator.comparing(Finding::level)).toList();
        out.println();
        out.println(summary(sorted));
        for (Finding finding : sorted) {
            out.println();
            out.print(word(finding.level()));
            out.print(' ');
            out.println(finding.code());
            para("  ", finding.text());
            if (!finding.solution().isEmpty()) {
                para("  ", "What to do: " + finding.solution());
            }
            if (!finding.reference().isEmpty()) {
                para("  ", "See " + finding.reference());
            }
        }
    }

    private static String summary(List<Finding> findings) {
        Map<Level, Long> counts = new TreeMap<>();
        findings.forEach(finding -> counts.merge(finding.level(), 1L, Long::sum));
        if (counts.isEmpty()) {
            return "Nothing to do.";
        }
        long errors = counts.getOrDefault(Level.ERR, 0L);
        long warnings = counts.getOrDefault(Level.WARN, 0L);
        return number(errors, "error", "s")
                + ", "
                + number(warnings, "warning", "s")
                + ", "
                + number(counts.getOrDefault(Level.INFO, 0L), "note", "s")
                + (errors + warnings == 0 ? ": nothing to do." : ".");
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

    /** A paragraph in lines of the width, each begun alike; words are not cut. */
    private void para(String indent, String text) {
        StringBuilder line = new StringBuilder(indent);
        String between = "";
        for (String word : Printable.of(text).split(" ", -1)) {
            if (line.length() + word.length() + 1 > WIDTH && line.length() > indent.length()) {
                out.println(line);
                line = new StringBuilder(indent).append("  ");
                between = "";
            }
            line.append(between).append(word);
            between = " ";
        }
        out.println(line);
    }
}
