package org.mailvane.testing;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds a plain aggregate report. */
public final class SampleReport {

    private final String domain;
    private final List<String> records = new ArrayList<>();
    private String reporter = "Postbox One";
    private String reportId = "r-1";
    private Instant begin = Instant.parse("2026-11-01T00:00:00Z");
    private Instant end = Instant.parse("2026-11-01T23:59:59Z");

    private SampleReport(String domain) {
        this.domain = domain;
    }

    /** A report about this policy domain. */
    public static SampleReport about(String domain) {
        return new SampleReport(domain);
    }

    /** With this reporter. */
    public SampleReport from(String name) {
        reporter = name;
        return this;
    }

    /** With this id. */
    public SampleReport id(String id) {
        reportId = id;
        return this;
    }

    /** With this period. */
    public SampleReport period(String from, String to) {
        begin = Instant.parse(from);
        end = Instant.parse(to);
        return this;
    }

    /** With one more record, whose From domain is the policy domain. */
    public SampleReport record(
            String address, long count, String disposition, boolean dkim, boolean spf) {
        return record(address, count, disposition, dkim, spf, domain, "");
    }

    /** With one more record. */
    public SampleReport record(
            String address,
            long count,
            String disposition,
            boolean dkim,
            boolean spf,
            String headerFrom,
            String overrideType) {
        String reason =
                overrideType.isEmpty() ? "" : "<reason><type>" + overrideType + "</type></reason>";
        records.add(
                """
                <record><row><source_ip>%s</source_ip><count>%d</count><policy_evaluated>\
                <disposition>%s</disposition><dkim>%s</dkim><spf>%s</spf>%s</policy_evaluated></row>\
                <identifiers><header_from>%s</header_from></identifiers><auth_results>\
                <dkim><domain>%s</domain><selector>s1</selector><result>%s</result></dkim>\
                <spf><domain>%s</domain><scope>mfrom</scope><result>%s</result></spf>\
                </auth_results></record>
                """
                        .formatted(
                                address,
                                count,
                                disposition,
                                word(dkim),
                                word(spf),
                                reason,
                                headerFrom,
                                domain,
                                word(dkim),
                                domain,
                                word(spf)));
        return this;
    }

    /** With one more record, given as XML: for what the others can't say. */
    public SampleReport recordXml(String xml) {
        records.add(xml);
        return this;
    }

    /** The report as XML. */
    public byte[] xml() {
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <feedback><report_metadata><org_name>%s</org_name><email>dmarc@postbox-one.example</email>\
        <report_id>%s</report_id><date_range><begin>%d</begin><end>%d</end></date_range>\
        </report_metadata><policy_published><domain>%s</domain><adkim>r</adkim><aspf>r</aspf>\
        <p>none</p><sp>none</sp><pct>100</pct></policy_published>
        %s</feedback>
        """
                .formatted(
                        reporter,
                        reportId,
                        begin.getEpochSecond(),
                        end.getEpochSecond(),
                        domain,
                        String.join("", records))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String word(boolean pass) {
        return pass ? "pass" : "fail";
    }
}
