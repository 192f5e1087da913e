package org.mailvane.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.FreshDns;

/** What the demo says of its domains, and that it says nothing of others'. */
class DemoDnsTest {

    private final List<String> asked = new ArrayList<>();
    private final DemoDns dns = new DemoDns(new Outside());

    /** All other names. */
    private final class Outside implements FreshDns {

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            asked.add(name + " " + type);
            return DnsAnswer.without(Status.NO_DATA);
        }

        @Override
        public Dns fresh(Predicate<DnsName> names) {
            return this;
        }
    }

    private DnsAnswer ask(String name, RecordType type) {
        DnsAnswer answer = dns.ask(DnsName.parse(name).orElseThrow(), type);
        assertThat(dns.fresh(any -> true).ask(DnsName.parse(name).orElseThrow(), type))
                .isEqualTo(answer);
        return answer;
    }

    private List<String> texts(String name) {
        return ask(name, RecordType.TXT).texts().stream().map(text -> text.joined()).toList();
    }

    @Test
    void onlyNamesThatNobodyHasAreItsOwn() {
        assertThat(ask("shop.example", RecordType.MX).status()).isEqualTo(Status.FOUND);
        assertThat(ask("nobody.example", RecordType.MX).status()).isEqualTo(Status.NO_SUCH_NAME);
        assertThat(ask("example", RecordType.MX).status()).isEqualTo(Status.NO_DATA);
        assertThat(asked).isEmpty();
        ask("example.com", RecordType.MX);
        ask("notexample", RecordType.A);
        assertThat(asked).contains("example.com MX", "notexample A").hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "_dmarc.shop.example, v=DMARC1; p=reject; rua=mailto:dmarc@mailvane.example",
        "_dmarc.shop-2.example, v=DMARC1; p=reject; rua=mailto:dmarc@mailvane.example",
        "shop.example, v=spf1 include:_spf.shop.example -all",
        "shop.example._report._dmarc.mailvane.example, v=DMARC1",
        "harbour.example, v=spf1 -all"
    })
    void itsDomainsHaveRecords(String name, String text) {
        assertThat(texts(name)).containsExactly(text);
    }

    @Test
    void aLongTextIsSentInStrings() {
        assertThat(ask("mail._domainkey.shop.example", RecordType.TXT).texts())
                .singleElement()
                .satisfies(text -> assertThat(text.strings()).hasSize(3));
    }

    @Test
    void todaySomethingHasChanged() {
        assertThat(texts("_dmarc.old.example")).first().asString().contains("p=quarantine");
        dns.turnToToday();
        assertThat(texts("_dmarc.old.example")).first().asString().contains("p=reject");
    }
}
