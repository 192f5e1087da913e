package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The hash tells reports apart, and copies of one report not. */
class ContentHashTest {

    private static final String METADATA =
            "<report_metadata><org_name>Receiver é</org_name><email>d@r.example</email>"
                    + "<report_id>1</report_id><date_range><begin>1700000000</begin>"
                    + "<end>1700086399</end></date_range></report_metadata>";
    private static final String POLICY =
            "<policy_published><domain>d.example</domain><p>none</p></policy_published>";
    private static final String RECORD =
            "<record><row><source_ip>192.0.2.1</source_ip><count>12</count><policy_evaluated>"
                    + "<disposition>none</disposition><dkim>pass</dkim><spf>fail</spf>"
                    + "</policy_evaluated></row><identifiers><envelope_from>e.example</envelope_from>"
                    + "<header_from>d.example</header_from></identifiers><auth_results><dkim>"
                    + "<domain>d.example</domain><selector>s</selector><result>pass</result></dkim><spf>"
                    + "<domain>e.example</domain><result>fail</result></spf></auth_results></record>";
    private static final String PLAIN = "<feedback>" + METADATA + POLICY + RECORD + "</feedback>";

    private static String hash(String path, byte[] xml) {
        return Collected.read(path, xml).report().contentHash();
    }

    private static String hash(String xml) {
        return hash("r.xml", xml.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void copiesHaveOneHash() {
        String hash = hash(PLAIN);
        assertThat(hash).matches("[0-9a-f]{32}");
        List<String> copies =
                List.of(
                        PLAIN.replace("><", ">\n  <"),
                        PLAIN.replace(">12<", "> 12\n<"),
                        PLAIN.replace("<feedback>", "<?xml version='1.0'?><!-- c --><feedback>"),
                        PLAIN.replace("Receiver", "&#x52;eceiver"),
                        PLAIN.replace("<p>none</p>", "<p>NONE</p>"),
                        "<feedback>" + RECORD + POLICY + METADATA + "</feedback>",
                        PLAIN.substring(0, PLAIN.length() - 3));
        for (String copy : copies) {
            assertThat(hash(copy)).as(copy).isEqualTo(hash);
        }
        assertThat(hash("a.example!b.example!1600000000!1600086399.xml", utf8(PLAIN)))
                .isEqualTo(hash);
        assertThat(hash("r.xml", PLAIN.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(hash);
        assertThat(hash("r.xml", ("\uFEFF" + PLAIN).getBytes(StandardCharsets.UTF_16LE)))
                .isEqualTo(hash);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void everyValueCounts() {
        Set<String> hashes = new HashSet<>();
        List<String> others =
                List.of(
                        PLAIN,
                        PLAIN.replace("Receiver", "Receives"),
                        PLAIN.replace("d@r", "e@r"),
                        PLAIN.replace("<report_id>1", "<report_id>2"),
                        PLAIN.replace("1700000000", "1700000001"),
                        PLAIN.replace("1700086399", "1700086398"),
                        PLAIN.replace("<p>none", "<p>reject"),
                        PLAIN.replace("<p>none</p>", "<sp>none</sp>"),
                        PLAIN.replace("192.0.2.1", "192.0.2.2"),
                        PLAIN.replace("192.0.2.1", "2001:db8::1"),
                        PLAIN.replace(">12<", ">13<"),
                        PLAIN.replace("<disposition>none", "<disposition>pass"),
                        PLAIN.replace("<dkim>pass</dkim>", "<dkim>fail</dkim>"),
                        PLAIN.replace("<spf>fail</spf>", "<spf>pass</spf>"),
                        PLAIN.replace("<envelope_from>e.example</envelope_from>", ""),
                        PLAIN.replace("envelope_from>", "envelope_to>"),
                        PLAIN.replace("<header_from>d", "<header_from>x"),
                        PLAIN.replace("<selector>s<", "<selector>t<"),
                        PLAIN.replace("<result>pass", "<result>neutral"),
                        PLAIN.replace(
                                "<result>fail</result>",
                                "<scope>helo</scope><result>fail</result>"),
                        PLAIN.replace("</spf></auth", "<human_result>h</human_result></spf></auth"),
                        PLAIN.replace(RECORD, RECORD + RECORD),
                        PLAIN.replace(RECORD, ""));
        for (String other : others) {
            assertThat(hashes.add(hash(other))).as(other).isTrue();
        }
    }

    @Test
    void isTheSameInEveryVersion() {
        // Hashes are stored: one that changes would take every known report for a new one.
        assertThat(hash(PLAIN)).isEqualTo("d370ede244a56fb9602ae547f8524242");
    }
}
