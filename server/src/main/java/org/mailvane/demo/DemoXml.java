package org.mailvane.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.mailvane.demo.DemoTraffic.Sent;
import org.mailvane.demo.DemoTraffic.Signed;
import org.mailvane.demo.DemoTraffic.Way;

/** Writes an aggregate report (RFC 7489, appendix C). */
final class DemoXml {

    private DemoXml() {}

    /**
     * A report.
     *
     * @param organization who reports
     * @param host their domain
     * @param domain about whom
     * @param policy which the domain asked for
     * @param begin of the time that it is about
     * @param length of that time
     * @param mail what came in it
     */
    static String of(
            String organization,
            String host,
            String domain,
            String policy,
            Instant begin,
            Duration length,
            Map<Way, Long> mail) {
        StringBuilder rows = new StringBuilder();
        mail.forEach((way, messages) -> row(rows, way, messages, policy));
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <feedback>
        <report_metadata><org_name>%s</org_name><email>dmarc@%s</email>\
        <report_id>%s-%d</report_id>\
        <date_range><begin>%d</begin><end>%d</end></date_range></report_metadata>
        <policy_published><domain>%s</domain><adkim>r</adkim><aspf>r</aspf>\
        <p>%s</p><sp>%s</sp><pct>100</pct></policy_published>
        %s</feedback>
        """
                .formatted(
                        organization,
                        host,
                        domain,
                        begin.getEpochSecond(),
                        begin.getEpochSecond(),
                        begin.plus(length).getEpochSecond() - 1,
                        domain,
                        policy,
                        policy,
                        rows);
    }

    private static void row(StringBuilder rows, Way way, long messages, String policy) {
        boolean applied = !way.passes() && way.override().isEmpty();
        rows.append("<record><row><source_ip>")
                .append(way.address())
                .append("</source_ip><count>")
                .append(messages)
                .append("</count><policy_evaluated><disposition>")
                .append(applied ? policy : "none")
                .append("</disposition><dkim>")
                .append(way.dkim().aligned() ? "pass" : "fail")
                .append("</dkim><spf>")
                .append(way.spf().aligned() ? "pass" : "fail")
                .append("</spf>");
        if (!way.override().isEmpty()) {
            rows.append("<reason><type>").append(way.override()).append("</type></reason>");
        }
        rows.append("</policy_evaluated></row><identifiers><header_from>")
                .append(way.from())
                .append("</header_from></identifiers><auth_results>");
        Signed dkim = way.dkim();
        if (!dkim.domain().isEmpty()) {
            rows.append("<dkim><domain>")
                    .append(dkim.domain())
                    .append("</domain><selector>")
                    .append(dkim.selector())
                    .append("</selector><result>")
                    .append(dkim.result())
                    .append("</result></dkim>");
        }
        Sent spf = way.spf();
        rows.append("<spf><domain>")
                .append(spf.domain())
                .append("</domain><scope>mfrom</scope><result>")
                .append(spf.result())
                .append("</result></spf></auth_results></record>\n");
    }
}
