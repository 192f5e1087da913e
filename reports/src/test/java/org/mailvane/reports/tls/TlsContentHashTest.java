package org.mailvane.reports.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The hash tells reports apart, and copies of one report not. */
class TlsContentHashTest {

    private static final String PLAIN =
            """
            {"organization-name":"Sender é","date-range":{"start-datetime":"2026-03-01T00:00:00Z",
            "end-datetime":"2026-03-01T23:59:59Z"},"contact-info":"tls@sender.example",
            "report-id":"r-1","policies":[{"policy":{"policy-type":"sts","policy-string":["mode: none"],
            "policy-domain":"policy.example","mx-host":["mx.policy.example"]},"summary":{
            "total-successful-session-count":7,"total-failure-session-count":2},"failure-details":[{
            "result-type":"certificate-expired","sending-mta-ip":"192.0.2.1","receiving-ip":"192.0.2.2",
            "receiving-mx-hostname":"mx.policy.example","receiving-mx-helo":"helo","failed-session-count":2,
            "additional-information":"info","failure-reason-code":"code"}]}]}\
            """;

    private static String hash(String json) {
        return hash("r.json", json.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(String path, byte[] json) {
        return CollectedTls.read(path, json).report().contentHash();
    }

    @Test
    void copiesHaveOneHash() {
        String hash = hash(PLAIN);
        assertThat(hash).matches("[0-9a-f]{32}");
        for (String copy :
                List.of(
                        PLAIN.replace(",", " ,\n"),
                        PLAIN.replace("é", "\\u00e9"),
                        PLAIN.replace("2026-03-01T00:00:00Z", "2026-03-01T01:00:00+01:00"),
                        PLAIN.replace(":7,", ":\"7\","),
                        PLAIN.replace("{\"organization-name\"", "{\"x\":1,\"organization-name\""),
                        PLAIN.replace("[\"mx.policy.example\"]", "\"mx.policy.example\""),
                        "[" + PLAIN + "]",
                        PLAIN + " garbage")) {
            assertThat(hash(copy)).as(copy).isEqualTo(hash);
        }
        byte[] utf16 = PLAIN.getBytes(StandardCharsets.UTF_16);
        assertThat(hash("a.example!b.example!1600000000!1600086399.json", utf16)).isEqualTo(hash);
        for (String encoding : List.of("UTF-32BE", "UTF-32LE")) {
            for (String copy : List.of(PLAIN, "\ufeff" + PLAIN)) {
                byte[] utf32 = copy.getBytes(Charset.forName(encoding));
                assertThat(hash("r.json", utf32)).as(encoding).isEqualTo(hash);
            }
        }
    }

    @Test
    void aNameAddsNothing() {
        String bare =
                "{\"report-id\":\"r-1\",\"policies\":[{\"policy\":{\"policy-type\":\"sts\"}}]}";
        byte[] json = bare.getBytes(StandardCharsets.UTF_8);
        assertThat(hash("a.example!b.example!1600000000!1600086399.json", json))
                .isEqualTo(hash("c.example!d.example!1700000000!1700086399.json", json));
    }

    @Test
    void everyValueCounts() {
        Set<String> hashes = new HashSet<>();
        for (String other :
                List.of(
                        PLAIN,
                        PLAIN.replace("Sender", "Vendor"),
                        PLAIN.replace("T00:00:00Z", "T00:00:01Z"),
                        PLAIN.replace("T23:59:59Z", "T23:59:58Z"),
                        PLAIN.replace("tls@", "dns@"),
                        PLAIN.replace("r-1", "r-2"),
                        PLAIN.replace("\"sts\"", "\"tlsa\""),
                        PLAIN.replace("mode: none", "mode: enforce"),
                        PLAIN.replace("\"policy.example", "\"other.example"),
                        PLAIN.replace("[\"mx.policy", "[\"my.policy"),
                        PLAIN.replace(":7,", ":8,"),
                        PLAIN.replace("failure-session-count\":2", "failure-session-count\":3"),
                        PLAIN.replace("certificate-expired", "certificate-not-trusted"),
                        PLAIN.replace("192.0.2.1", "192.0.2.3"),
                        PLAIN.replace("192.0.2.2", "192.0.2.3"),
                        PLAIN.replace("hostname\":\"mx", "hostname\":\"my"),
                        PLAIN.replace("\"helo\"", "\"ehlo\""),
                        PLAIN.replace("failed-session-count\":2", "failed-session-count\":3"),
                        PLAIN.replace("\"info\"", "\"more\""),
                        PLAIN.replace("\"code\"", "\"word\""),
                        PLAIN.replace("\"failure-details\"", "\"details\""))) {
            assertThat(hashes.add(hash(other))).as(other).isTrue();
        }
    }
}
