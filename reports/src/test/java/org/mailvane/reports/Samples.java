package org.mailvane.reports;

import java.nio.charset.StandardCharsets;

/** Small invented reports. */
final class Samples {

    private Samples() {}

    /** A whole aggregate report about a domain, with one record. */
    static String xml(String domain, String reportId) {
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <feedback>
          <report_metadata>
            <org_name>Receiver Inc.</org_name>
            <email>dmarc@receiver.example</email>
            <report_id>%s</report_id>
            <date_range><begin>1700000000</begin><end>1700086399</end></date_range>
          </report_metadata>
          <policy_published>
            <domain>%s</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct>
          </policy_published>
          <record>
            <row>
              <source_ip>192.0.2.1</source_ip><count>2</count>
              <policy_evaluated>
                <disposition>none</disposition><dkim>fail</dkim><spf>pass</spf>
              </policy_evaluated>
            </row>
            <identifiers><header_from>%s</header_from></identifiers>
            <auth_results><spf><domain>%s</domain><result>pass</result></spf></auth_results>
          </record>
        </feedback>
        """
                .formatted(reportId, domain, domain, domain);
    }

    /** The same as bytes. */
    static byte[] report(String domain, String reportId) {
        return bytes(xml(domain, reportId));
    }

    /** A TLS report. */
    static String tls() {
        return """
        {"organization-name":"Receiver Inc.","date-range":{"start-datetime":"2026-01-01T00:00:00Z",
        "end-datetime":"2026-01-01T23:59:59Z"},"contact-info":"tls@receiver.example",
        "report-id":"1+a@receiver.example","policies":[]}\
        """;
    }

    /** Text as bytes, one for each character. */
    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
