package org.mailvane.reports.aggregate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes plain reports as the big reporters write them, with invented content. */
final class SampleReports {

    private static final List<String> WORDS =
            List.of(
                    "pass",
                    "fail",
                    "none",
                    "neutral",
                    "temperror",
                    "permerror",
                    "policy",
                    "softfail");
    private static final List<String> REASONS =
            List.of(
                    "forwarded",
                    "mailing_list",
                    "local_policy",
                    "other",
                    "sampled_out",
                    "unheard_of");
    private static final List<String> DISPOSITIONS =
            List.of("none", "quarantine", "reject", "pass", "None", "");
    private static final List<String> COMMENTS =
            List.of("", "arc=pass", "a &amp; b &lt;c&gt;", "Grüße", "key 😀", "x".repeat(1_030));

    private SampleReports() {}

    /** A report of up to three records, most of them plain in every value. */
    static byte[] report(RandomGenerator random) {
        String nl = one(random, List.of("", "\n", "\r\n  ", "\n\t\t"));
        StringBuilder xml = new StringBuilder();
        xml.append(
                one(
                        random,
                        List.of(
                                "",
                                "\uFEFF",
                                "<?xml version=\"1.0\"?>\n",
                                "<?xml version='1.0' encoding='UTF-8' ?>\r\n",
                                "<?xml version=\"1.0\" encoding=\"windows-1252\"?>")));
        xml.append(
                one(
                        random,
                        List.of(
                                "<feedback>",
                                "<feedback xmlns=\"urn:ietf:params:xml:ns:dmarc-2.0\">",
                                "<feedback xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                                        + " xsi:noNamespaceSchemaLocation=\"a.xsd\" >")));
        leaf(xml, "version", "1.0");
        xml.append(nl).append("<report_metadata>");
        leaf(xml, "org_name", one(random, List.of("Receiver", "", "A &amp; B")));
        leaf(xml, "email", "dmarc@receiver.example");
        leaf(
                xml,
                "report_id",
                one(random, List.of("id-1", "<1@receiver.example>".replace("<", "&lt;"), "")));
        xml.append(nl).append("<date_range>");
        leaf(xml, "begin", one(random, List.of("1700000000", " 1700000000 ", "1700000000.0")));
        leaf(xml, "end", "1700086399");
        xml.append("</date_range>").append(nl).append("</report_metadata>");
        xml.append(nl).append("<policy_published>");
        leaf(xml, "domain", one(random, List.of("domain.example", "Domain.Example.")));
        leaf(xml, "adkim", one(random, List.of("r", "s", "")));
        leaf(xml, "p", one(random, List.of("none", "reject", "junk")));
        leaf(xml, "pct", one(random, List.of("100", "", "50")));
        xml.append("</policy_published>");
        for (int i = random.nextInt(4); i > 0; i--) {
            xml.append(nl);
            record(xml, random, nl);
        }
        return xml.append(nl)
                .append("</feedback>")
                .append(nl)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void record(StringBuilder xml, RandomGenerator random, String nl) {
        xml.append("<record>").append(nl).append("<row>");
        leaf(
                xml,
                "source_ip",
                one(
                        random,
                        List.of("192.0.2.1", "2001:db8::1", "::ffff:192.0.2.7", "[192.0.2.9]")));
        leaf(xml, "count", one(random, List.of("1", "17", "3000000000", " 5 ")));
        xml.append("<policy_evaluated>");
        leaf(xml, "disposition", one(random, DISPOSITIONS));
        leaf(xml, "dkim", one(random, List.of("pass", "fail")));
        leaf(xml, "spf", one(random, List.of("pass", "fail")));
        if (random.nextInt(4) == 0) {
            xml.append("<reason>");
            leaf(xml, "type", one(random, REASONS));
            leaf(xml, "comment", one(random, COMMENTS));
            xml.append("</reason>");
        }
        xml.append("</policy_evaluated></row>").append(nl).append("<identifiers>");
        if (random.nextBoolean()) {
            leaf(xml, "envelope_from", one(random, List.of("", "bounce.domain.example")));
        }
        leaf(
                xml,
                "header_from",
                one(random, List.of("domain.example", "news.domain.example", "bücher.example")));
        xml.append("</identifiers>").append(nl).append("<auth_results>");
        for (int i = random.nextInt(3); i > 0; i--) {
            xml.append("<dkim>");
            leaf(xml, "domain", "domain.example");
            leaf(xml, "selector", one(random, List.of("s1", "", "2024")));
            leaf(xml, "result", one(random, WORDS));
            if (random.nextBoolean()) {
                leaf(xml, "human_result", one(random, COMMENTS));
            }
            xml.append("</dkim>");
        }
        xml.append("<spf>");
        leaf(xml, "domain", "bounce.domain.example");
        if (random.nextBoolean()) {
            leaf(xml, "scope", one(random, List.of("mfrom", "helo")));
        }
        leaf(xml, "result", one(random, WORDS));
        xml.append("</spf></auth_results></record>");
    }

    private static void leaf(StringBuilder xml, String name, String value) {
        if (value.isEmpty()) {
            xml.append('<').append(name).append("/>");
        } else {
            xml.append('<')
                    .append(name)
                    .append('>')
                    .append(value)
                    .append("</")
                    .append(name)
                    .append('>');
        }
    }

    private static String one(RandomGenerator random, List<String> values) {
        // Mostly the first one, so that most reports stay plain.
        return values.get(random.nextInt(3) > 0 ? 0 : random.nextInt(values.size()));
    }
}
