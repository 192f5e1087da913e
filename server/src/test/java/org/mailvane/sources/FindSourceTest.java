package org.mailvane.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** The source of an address, by HTTP. */
class FindSourceTest {

    private static TestService service;
    private static String token;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        token = service.account("finder").apiToken();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.2.1",
                "0.0.0.0",
                "255.249.199.99",
                "2001:db8::1",
                "2001:DB8:0:0:0:0:0:1",
                "::",
                "::ffff:192.0.2.1"
            })
    void anAddressHasItsNameOrNull(String address) {
        for (String end : new String[] {"", "/"}) {
            Answer answer = find(address, end);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.json().propertyNames()).containsExactly(address);
            assertThat(answer.json().get(address).isNull()).isTrue();
            assertThat(answer.header("content-type")).isEqualTo("application/json");
            assertThat(answer.header("content-disposition")).doesNotContain("filename");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "01.2.3.4",
                "1.2.3.",
                "0x7f000001",
                "1.2.3.4:25",
                "[::1]",
                ":",
                ":::",
                "1::2::3",
                "::1.2.3.256",
                "g::1",
                "localhost",
                "example.com",
                "١.٢.٣.٤"
            })
    void anythingElseIs400ByField(String text) {
        Answer answer = find(text, "/");
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().get("ip").get(0).asString())
                .isEqualTo("\"" + text + "\" is not an IPv4 or IPv6 address.");
    }

    @Test
    @Tag("slow")
    void anAddressThatNobodyKnowsIsNamedByWhatDnsSaysNow() {
        try (DnsServer dns =
                        DnsServer.of(
                                """
                                5.2.0.192.in-addr.arpa  PTR  out.shop.example
                                out.shop.example        A    192.0.2.5
                                6.2.0.192.in-addr.arpa  PTR  out.shop.example
                                7.2.0.192.in-addr.arpa  PTR  till7.tills.example
                                till7.tills.example     A    192.0.2.7
                                """);
                TestService asking =
                        TestService.start(Map.of(Setting.DNS_SERVERS, dns.setting()))) {
            String asker = asking.account("asker").apiToken();
            Answer till =
                    asking.send(
                            "POST",
                            asker,
                            "/api/v1/custom-sources/",
                            "{\"name\": \"Till\", \"ptr_domains\": [\"tills.example\"]}");
            assertThat(till.status()).as(till.text()).isEqualTo(201);
            assertThat(name(asking, asker, "192.0.2.5")).isEqualTo("shop.example");
            assertThat(name(asking, asker, "::ffff:192.0.2.5")).isEqualTo("shop.example");
            assertThat(name(asking, asker, "192.0.2.6")).as("does not lead back").isNull();
            assertThat(name(asking, asker, "192.0.2.7")).isEqualTo("Till");
        }
    }

    private static @Nullable String name(TestService asking, String asker, String address) {
        JsonNode name = asking.get(asker, "/api/v1/find/source/" + address).json().get(address);
        return name.isNull() ? null : name.asString();
    }

    private static Answer find(String address, String end) {
        return service.get(
                token,
                "/api/v1/find/source/" + URLEncoder.encode(address, StandardCharsets.UTF_8) + end);
    }
}
