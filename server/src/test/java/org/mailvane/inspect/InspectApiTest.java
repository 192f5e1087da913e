package org.mailvane.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** The inspectors by HTTP, asking a real server of DNS. */
class InspectApiTest {

    private static DnsServer dns;
    private static TestService service;

    @BeforeAll
    static void start() {
        dns =
                DnsServer.of(
                        """
                        shop.example                 MX   10 mx.shop.example
                        mx.shop.example              A    203.0.113.5
                        shop.example                 TXT  "v=spf1 ip4:203.0.113.0/28 -all"
                        _dmarc.shop.example          TXT  "v=DMARC1; p=reject; rua=mailto:dmarc@reports.example"
                        shop.example._report._dmarc.reports.example  TXT  "v=DMARC1"
                        reports.example              MX   10 mx.shop.example
                        s1._domainkey.shop.example   TXT  "v=DKIM1; p="
                        _smtp._tls.shop.example      TXT  "v=TLSRPTv1; rua=mailto:tls@reports.example"
                        _mta-sts.shop.example        TXT  "v=STSv1; id=20261120"
                        default._bimi.shop.example   TXT  "v=BIMI1; l=; a="
                        _spf.shop.example            TXT  "v=spf1 ip4:203.0.113.9 ~all"
                        bare.example                 MX   10 mx.shop.example
                        _dmarc.sick.example          SERVFAIL
                        """);
        service =
                TestService.start(
                        Map.of(
                                Setting.DNS_SERVERS,
                                dns.setting(),
                                Setting.INTAKE_DOMAIN,
                                "reports.example"));
    }

    @AfterAll
    static void stop() {
        service.close();
        dns.close();
    }

    private static Answer ask(String inspector, String json) {
        return service.send("POST", null, "/api/v1/" + inspector + "/", json);
    }

    private static List<String> codes(JsonNode messages) {
        return messages.valueStream().map(m -> m.get("code").asString()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "dmarc/inspect | {\"domain\": \"shop.example\"} | /domain | shop.example",
                "dmarc/validate | {\"record\": \"v=DMARC1; p=reject\"} | /records/0/tags/1/key | p",
                "dkim/inspect | {\"domain\": \"shop.example\", \"selector\": \"S1\"} | /selector | s1",
                "dkim/validate | {\"record\": \"v=DKIM1; p=\"} | /records/0/is_dkim | true",
                "spf/inspect | {\"domain\": \"_spf.shop.example\"} | /default_result | softfail",
                "spf/validate | {\"record\": \"v=spf1 -all\"} | /default_result | fail",
                "bimi/inspect | {\"domain\": \"shop.example\", \"selector\": \"default\"} | /dmarc/valid | true",
                "tls-rpt/inspect | {\"domain\": \"shop.example\"} | /records/0/is_tls_rpt | true",
                "mta-sts/inspect | {\"domain\": \"shop.example\"} | /records/0/is_mta_sts | true",
                "mta-sts-policy/inspect | {\"domain\": \"shop.example\"} | /valid | false",
            })
    void everyInspectorAnswersAnybodyBelowBothRoots(
            String inspector, String json, String pointer, String value) {
        for (String root : List.of("/api/v1/", "/api/")) {
            for (String slash : List.of("/", "")) {
                Answer answer = service.send("POST", null, root + inspector + slash, json);
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(answer.json().at(pointer).asString()).as(answer.text()).isEqualTo(value);
            }
        }
    }

    /** Half of a surrogate pair is not text, so nothing may be cut there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dmarc/validate | v=DMARC1; p=",
                "dkim/validate | v=DKIM1; p=; k=",
                "dkim/validate | v=DKIM1; p=; ",
                "spf/validate | v=spf1 include:",
                "spf/validate | v=spf1 "
            })
    void whereATextIsCutItIsStillAText(String call) {
        String[] parts = call.split(" \\| ", -1);
        for (String before : List.of("", "a")) {
            String record = parts[1] + before + "\uD83D\uDE00".repeat(500);
            Answer answer = ask(parts[0], "{\"record\": \"" + record + "\"}");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.json().get("valid").asBoolean()).isFalse();
            // So the writer escapes what is not a character.
            assertThat(answer.text()).doesNotContainIgnoringCase("\\uD83D");
        }
    }

    @Test
    void theRootsNameTheInspectorsAfterTheCollections() {
        for (String path : List.of("/api/", "/api/v1/")) {
            JsonNode root = service.get(null, path).json();
            List<String> names = List.copyOf(root.propertyNames());
            assertThat(names)
                    .contains(
                            "dmarc_inspector",
                            "dmarc_validator",
                            "dkim_inspector",
                            "dkim_validator",
                            "spf_inspector",
                            "spf_validator",
                            "bimi_inspector",
                            "tls_rpt_inspector",
                            "mta_sts_inspector",
                            "mta_sts_policy_inspector");
            assertThat(names.indexOf("dmarc_inspector")).isGreaterThan(names.indexOf("users"));
            assertThat(root.get("dmarc_validator").asString()).endsWith("/api/v1/dmarc/validate/");
        }
    }

    @Test
    void whatDnsSaysIsToldApartAndIsNoErrorOfTheCall() {
        Answer gone = ask("dmarc/inspect", "{\"domain\": \"gone.example\"}");
        assertThat(gone.status()).isEqualTo(200);
        assertThat(gone.json().get("valid").asBoolean()).isFalse();
        assertThat(codes(gone.json().get("messages")))
                .contains("dns.name.missing")
                .doesNotContain("dmarc.record.missing");

        Answer none = ask("dmarc/inspect", "{\"domain\": \"bare.example\"}");
        assertThat(none.json().get("valid").asBoolean()).isFalse();
        assertThat(codes(none.json().get("messages")))
                .contains("dmarc.record.missing")
                .doesNotContain("dns.name.missing");

        JsonNode bare = ask("mta-sts/inspect", "{\"domain\": \"bare.example\"}").json();
        assertThat(codes(bare.get("messages"))).contains("mta_sts.record.missing");

        JsonNode sick = ask("dmarc/inspect", "{\"domain\": \"sick.example\"}").json();
        assertThat(sick.get("valid").asBoolean()).isFalse();
        assertThat(codes(sick.get("messages")))
                .contains("dns.servers.failed")
                .doesNotContain("dmarc.record.missing");
    }

    @Test
    void messagesSayWhatWasFoundAndWhatToDo() {
        JsonNode message =
                ask("dmarc/validate", "{\"record\": \"v=DMARC1; p=rejekt\"}")
                        .json()
                        .at("/records/0/tags/1/messages/0");
        assertThat(message.get("level").asString()).isEqualTo("err");
        assertThat(message.get("code").asString()).startsWith("dmarc.");
        assertThat(message.get("text").asString()).contains("rejekt");
        assertThat(message.get("solution").asString()).contains("p=none, p=quarantine or p=reject");
        assertThat(message.get("reference").asString()).startsWith("RFC 9989");
    }

    @Test
    void reportsToAnAccountsAddressOfTheIntakeDomainAreOurs() {
        Accounts.Created one = service.account("one");
        Accounts.Created two = service.account("two");
        String own = one.account().token() + "@reports.example";
        assertThat(isOurs(one.apiToken(), own)).isTrue();
        assertThat(isOurs(one.apiToken(), own.replace("@", "+shop@"))).isTrue();
        assertThat(isOurs(two.apiToken(), own)).as("another account's").isFalse();
        assertThat(isOurs(null, own)).as("somebody's").isTrue();
        for (String token : Arrays.asList(one.apiToken(), null)) {
            assertThat(isOurs(token, "dmarc@reports.example")).as("nobody's").isFalse();
            assertThat(isOurs(token, "d@shop.example")).isFalse();
        }
        dns.add("_dmarc.known.example TXT \"v=DMARC1; p=reject; rua=mailto:" + own + "\"");
        dns.add("_smtp._tls.known.example TXT \"v=TLSRPTv1; rua=mailto:" + own + "\"");
        for (String inspector : List.of("dmarc/inspect", "tls-rpt/inspect")) {
            JsonNode answer = ask(inspector, "{\"domain\": \"known.example\"}").json();
            assertThat(answer.get("rua_service_usage").asBoolean()).as(inspector).isTrue();
            answer = ask(inspector, "{\"domain\": \"shop.example\"}").json();
            assertThat(answer.get("rua_service_usage").asBoolean()).as(inspector).isFalse();
        }
    }

    private static boolean isOurs(@Nullable String token, String mailbox) {
        String body = "{\"record\": \"v=DMARC1; p=none; rua=mailto:" + mailbox + "\"}";
        return service.send("POST", token, "/api/v1/dmarc/validate/", body)
                .json()
                .get("rua_service_usage")
                .asBoolean();
    }

    @Test
    void furtherAddressesAreOursForTheirAccountOnly() {
        Accounts.Created owner = service.account("further");
        Accounts.Created other = service.account("other");
        service.part(ReportAddresses.class).add(owner.account().id(), "d@further.example");
        String body = "{\"record\": \"v=DMARC1; p=none; rua=mailto:D@Further.example\"}";
        for (var caller :
                Map.of(owner.apiToken(), true, other.apiToken(), false, "", false).entrySet()) {
            String token = caller.getKey().isEmpty() ? null : caller.getKey();
            JsonNode answer = service.send("POST", token, "/api/v1/dmarc/validate/", body).json();
            assertThat(answer.get("rua_service_usage").asBoolean()).isEqualTo(caller.getValue());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "dmarc/inspect | {} | domain",
                "dmarc/inspect | {\"domain\": \"_dmarc.shop.example\"} | domain",
                "dmarc/inspect | {\"domain\": \"shop..example\"} | domain",
                "dkim/inspect | {\"domain\": \"shop.example\"} | selector",
                "dkim/inspect | {\"domain\": \"shop.example\", \"selector\": \"-a\"} | selector",
                "dkim/inspect | {\"domain\": \"shop.example\", \"selector\": \"a b\"} | selector",
                "spf/inspect | {\"domain\": \"shop example\"} | domain",
                "spf/inspect | {\"domain\": \"192.0.2.1\"} | domain",
                "spf/inspect | {\"domain\": \"shop.example\", \"volume_days\": 0} | volume_days",
                "spf/inspect | {\"domain\": \"shop.example\", \"volume_days\": "
                        + (Inspections.MAX_VOLUME_DAYS + 1)
                        + "} | volume_days",
                "spf/validate | {\"record\": \"\"} | record",
                "spf/validate | {\"record\": 7.5e400} | record",
            })
    void whatCannotBeInspectedIsRefusedByField(String inspector, String json, String field) {
        Answer answer = ask(inspector, json);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().has(field) || answer.json().has("detail"))
                .as(answer.text())
                .isTrue();
    }

    @Test
    void selectorsAndRecordsHaveALength() {
        String selector = "a".repeat(49) + ".";
        assertThat(ask("dkim/inspect", dkim(selector.repeat(4).substring(0, 199) + "a")).status())
                .isEqualTo(200);
        assertThat(ask("dkim/inspect", dkim(selector.repeat(4) + "a")).status()).isEqualTo(400);

        String blanks = " ".repeat(Inspections.MAX_RECORD_LENGTH - 17);
        assertThat(ask("dmarc/validate", record("v=DMARC1; p=none;" + blanks)).status())
                .isEqualTo(200);
        assertThat(ask("dmarc/validate", record("v=DMARC1; p=none; " + blanks)).status())
                .isEqualTo(400);
    }

    private static String dkim(String selector) {
        return "{\"domain\": \"shop.example\", \"selector\": \"" + selector + "\"}";
    }

    private static String record(String text) {
        return "{\"record\": \"" + text + "\"}";
    }

    @Test
    void aWrongTokenIsRefusedAndAnExpiredAccountMayInspect() {
        String json = "{\"domain\": \"shop.example\"}";
        String path = "/api/v1/spf/inspect/";
        assertThat(service.send("POST", "mvt_" + "0".repeat(40), path, json).status())
                .isEqualTo(401);
        Accounts.Created expired = service.account("expired");
        service.part(Accounts.class)
                .setExpiry(expired.account().id(), LocalDate.now(ZoneOffset.UTC).minusDays(1));
        Answer answer = service.send("POST", expired.apiToken(), path, json);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("volume_days").asInt()).isEqualTo(7);
        assertThat(answer.json().at("/volume/survey_domain_volume").asInt()).isZero();
    }

    @Test
    void callsWithoutATokenAreCountedByAddressTogether() {
        try (TestService counting =
                TestService.start(
                        Map.of(
                                Setting.DNS_SERVERS,
                                dns.setting(),
                                Setting.RATE_ANONYMOUS,
                                "2",
                                Setting.RATE_TOKEN,
                                "100"))) {
            String json = "{\"record\": \"v=spf1 -all\"}";
            String record = "{\"record\": \"v=DMARC1; p=none\"}";
            assertThat(counting.send("POST", null, "/api/v1/spf/validate/", json).status())
                    .isEqualTo(200);
            assertThat(counting.send("POST", null, "/api/dmarc/validate", record).status())
                    .isEqualTo(200);
            Answer third = counting.send("POST", null, "/api/v1/dmarc/validate/", record);
            assertThat(third.status()).isEqualTo(429);
            assertThat(Integer.parseInt(third.header("retry-after"))).isBetween(1, 60);
            String token = counting.account("first").apiToken();
            assertThat(counting.send("POST", token, "/api/v1/dmarc/validate/", record).status())
                    .isEqualTo(200);
        }
    }
}
