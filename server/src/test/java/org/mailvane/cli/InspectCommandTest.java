package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.testing.DnsServer;

/** What {@code mailvane inspect} says of the records that a real server of DNS has. */
class InspectCommandTest {

    private static DnsServer dns;

    @BeforeAll
    static void start() {
        dns =
                DnsServer.of(
                        """
                        shop.example               MX   10 mx.shop.example
                        mx.shop.example            A    203.0.113.5
                        shop.example               TXT  "v=spf1 include:_spf.shop.example -all"
                        _spf.shop.example          TXT  "v=spf1 ip4:203.0.113.0/28 ~all"
                        _dmarc.shop.example        TXT  "v=DMARC1; p=none"
                        s1._domainkey.shop.example TXT  "v=DKIM1; p="
                        s2._domainkey.shop.example TXT  "v=DKIM1; p=LONG"
                        explained.example          TXT  "v=spf1 exp=why.explained.example -all"
                        why.explained.example      TXT  "%{i} may not send for %{d}"
                        steering.example           TXT  "v=spf1 \\x1b[31m -all"
                        nested.example             TXT  "v=spf1 include:_spf.nested.example -all"
                        _spf.nested.example        TXT  "v=spf1 ptr ~all"
                        many.example               TXT  "v=spf1 " HOSTS "-all"
                        """
                                .replace("LONG", "A".repeat(200))
                                .replace("HOSTS", hosts(253)));
    }

    private static String hosts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"ip4:10.0." + i + ".1 \"")
                .collect(Collectors.joining(" "));
    }

    @AfterAll
    static void stop() {
        dns.close();
    }

    private static CommandRun inspect(String... args) {
        List<String> all = new ArrayList<>(List.of("inspect"));
        all.addAll(List.of(args));
        all.add("--dns-servers");
        all.add(dns.setting());
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void dmarcIsExplainedInPlainWords() {
        CommandRun run = inspect("dmarc", "shop.example");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("DMARC of shop.example: ")
                .contains("\"v=DMARC1; p=none\"")
                .contains("p = none")
                .contains("warning dmarc.")
                .contains("What to do: ")
                .contains("See RFC 9989");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(140));
    }

    @Test
    void jsonIsWhatTheApiAnswers() {
        CommandRun run = inspect("dmarc", "Shop.Example.", "--json");
        assertThat(run.code()).isZero();
        assertThat(run.json().get("domain").asString()).isEqualTo("shop.example");
        assertThat(run.json().get("dns_query").asString()).isEqualTo("_dmarc.shop.example");
        assertThat(run.json().at("/records/0/is_dmarc").asBoolean()).isTrue();
        assertThat(run.json().at("/records/0/tags/1/default").isString()).isTrue();
        assertThat(run.json().at("/records/0/messages/0/level").asString())
                .isIn("err", "warn", "info", "");
    }

    @Test
    void spfIsShownAsATree() {
        CommandRun run = inspect("spf", "shop.example");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("include:_spf.shop.example   1 lookup, 16 IPv4 addresses")
                .contains("    ip4:203.0.113.0/28")
                .contains("1 of 10 DNS lookups. Allows 16 IPv4 addresses in 1 network")
                .contains("default result: fail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dmarc", "spf", "bimi", "tls-rpt", "mta-sts", "mta-sts-policy"})
    void aDomainWithoutRecordsIsToldSo(String record) {
        CommandRun run = inspect(record, "nothing.example");
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("nothing.example: not valid").contains("error ");
    }

    @Test
    void aValueLongerThanALineStandsAloneAndWhatFollowsBeginsAsUsual() {
        List<String> lines = inspect("dkim", "shop.example", "s2").out().lines().toList();
        int at = lines.indexOf("      " + "A".repeat(200));
        assertThat(lines.get(at - 1)).isEqualTo("    p =");
        assertThat(lines.get(at + 1)).matches(" {6}\\S.*");
    }

    @Test
    void aKeyNeedsItsSelector() {
        assertThat(inspect("dkim", "shop.example", "s1").out())
                .startsWith("DKIM key s1 of shop.example: ");
        CommandRun none = inspect("dkim", "shop.example");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("inspect dkim shop.example SELECTOR");
        CommandRun odd = inspect("dkim", "shop.example", "a b");
        assertThat(odd.code()).isEqualTo(1);
        assertThat(odd.err()).contains("\"a b\" is not valid: it must be a selector: ");
        assertThat(inspect("dkim", "shop.example", "s1._domainkey.shop.example").err())
                .isEqualToIgnoringNewLines("Give only the selector: s1, without what follows.");
    }

    @Test
    void whatIsNoDomainIsRefused() {
        CommandRun run = inspect("dmarc", "_dmarc.shop.example");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("\"_dmarc.shop.example\" is not a domain");
        assertThat(inspect("spf", "shop example").err())
                .contains("\"shop example\" is not a domain");
        assertThat(inspect("spf").err()).contains("Specify a domain");
        assertThat(inspect("spf", "shop.example", "--helo", "x").err()).contains("--evaluate");
    }

    @Test
    void aDomainWithoutARecordIsToldWhatComesFirst() {
        CommandRun run = CommandRun.of("inspect", "shop.example");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("comes first: mailvane inspect dmarc shop.example");
        assertThat(CommandRun.of("inspect", "dmrac").err())
                .contains("inspect dmarc?")
                .doesNotContain("comes first");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example/path?query",
                "shop.example:443",
                "ann@shop.example",
                "mailto:ann@shop.example",
                "_dmarc.shop.example",
                "s1._domainkey.shop.example",
                "*.shop.example"
            })
    void whatHoldsADomainSuggestsIt(String text) {
        CommandRun run = inspect("dmarc", text);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("is not a domain").contains("Did you mean shop.example?");
    }

    @Test
    void whereNoServerAnswersItIsSaidThatThisMayBeOurs() {
        CommandRun none =
                CommandRun.of("inspect", "dmarc", "shop.example", "--dns-servers", "127.0.0.1:1");
        assertThat(none.code()).isZero();
        assertThat(none.out()).contains("error dns.servers.timeout");
        assertThat(none.err())
                .startsWith(
                        "All DNS lookups timed out (through the resolvers in MAILVANE_DNS_SERVERS)")
                .contains("--dns-servers");
    }

    @Test
    void whatAnotherRecordHasIsSaidToBeThere() {
        assertThat(inspect("spf", "nested.example").out())
                .contains("warning spf.ptr.discouraged in the record at _spf.nested.example");
    }

    @Test
    void alikeMessagesAndALongTreeAreCut() {
        CommandRun run = inspect("spf", "many.example");
        assertThat(run.out()).contains("... and 54 more terms; use --json to see all");
        assertThat(run.out()).contains(" more spf.network.special; use --json to see all");
        assertThat(run.out().lines().filter(line -> line.endsWith(" spf.network.special")))
                .hasSize(5);
    }

    @Test
    void nothingFromDnsSteersTheTerminal() {
        CommandRun run = inspect("spf", "steering.example");
        assertThat(run.out()).contains("[31m").doesNotContain("\u001b[31m");
    }

    @Test
    void aMessageIsEvaluated() {
        CommandRun pass =
                inspect(
                        "spf",
                        "--evaluate",
                        "--ip",
                        "203.0.113.1",
                        "--sender",
                        "a@shop.example",
                        "--helo",
                        "mail.shop.example",
                        "--json");
        assertThat(pass.out().strip()).isEqualTo("{\"result\":\"pass\",\"explanation\":\"\"}");
        CommandRun fail =
                inspect(
                        "spf",
                        "--evaluate",
                        "--ip",
                        "2001:db8::1",
                        "--sender",
                        "a@explained.example",
                        "--helo",
                        "x.example");
        assertThat(fail.out().lines().toList().getFirst()).isEqualTo("fail");
        assertThat(fail.out()).contains("may not send for explained.example");
        assertThat(inspect("spf", "--evaluate", "--ip", "1.2.3").err())
                .contains("\"1.2.3\" is not an IPv4 or IPv6 address");
        assertThat(inspect("spf", "--evaluate").err()).contains("--ip");
        assertThat(inspect("spf", "shop.example", "--evaluate", "--ip", "1.2.3.4").err())
                .contains("Specify --sender or --helo");
        assertThat(inspect("spf", "--evaluate", "--batch", "--ip", "1.2.3.4").err())
                .contains("--batch reads messages");
    }

    @Test
    void aBatchIsAnsweredLineByLineInItsOrder() {
        String message = "{\"ip\":\"203.0.113.%d\",\"sender\":\"a@shop.example\",\"helo\":\"h\"}";
        String lines =
                String.join(
                        "\n",
                        Stream.iterate(0, i -> i < 40, i -> i + 1)
                                .map(message::formatted)
                                .toList());
        CommandRun run = batch(lines);
        assertThat(run.code()).isZero();
        List<String> results = run.out().lines().toList();
        assertThat(results).hasSize(40);
        for (int i = 0; i < 40; i++) {
            assertThat(results.get(i)).contains(i < 16 ? "\"pass\"" : "\"fail\"");
        }
    }

    @Test
    void aLineThatCannotBeReadFailsAlone() {
        CommandRun run =
                batch(
                        """
                        {"ip":"203.0.113.1","sender":"a@shop.example","helo":"h"}
                        nonsense
                        {"ip":"somewhere"}
                        []
                        %s
                        {"ip":"203.0.113.1","sender":"","helo":"shop.example"}\r
                        """
                                .formatted("x".repeat(SpfEvaluation.MAX_LINE_LENGTH + 1)));
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"pass\""),
                        line -> assertThat(line).contains("\"error\":\"it must be a JSON object"),
                        line -> assertThat(line).contains("is not an IPv4 or IPv6 address"),
                        line -> assertThat(line).contains("\"error\":\"it must be a JSON object"),
                        line -> assertThat(line).contains("at most 65,536 characters"),
                        line -> assertThat(line).contains("\"pass\""));
        assertThat(run.err()).contains("Line 2: ").contains("Line 3: ").contains("Line 4: ");
    }

    private static CommandRun batch(String lines) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
        try {
            return inspect("spf", "--evaluate", "--batch");
        } finally {
            System.setIn(before);
        }
    }
}
