package org.mailvane.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalTime;
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
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.FreshDns;

/** What the demo says of its domains, and that it says nothing of others'. */
class DemoDnsTest {

    private final List<String> asked = new ArrayList<>();
    private final DemoClock clock = new DemoClock();
    private final DemoDns dns = new DemoDns(new Outside(), clock);

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
        "_dmarc.alder.example, v=DMARC1; p=reject; rua=mailto:dmarc@mailvane.example",
        "_dmarc.acorn-1.example, v=DMARC1; p=reject; rua=mailto:dmarc@mailvane.example",
        "login.example, v=spf1 include:_spf.login.example -all",
        "alder.example._report._dmarc.mailvane.example, v=DMARC1",
        "parked.example, v=spf1 -all",
        "spf.ferrymail.example, v=spf1 ip4:192.0.2.128/27 -all"
    })
    void itsDomainsHaveRecords(String name, String text) {
        assertThat(texts(name)).containsExactly(text);
    }

    @Test
    void itsAddressesHaveNamesThatLeadBack() {
        IpAddress address = IpAddress.parse("2001:db8:25::25").orElseThrow();
        DnsAnswer names = dns.ask(address.reverseName(), RecordType.PTR);
        assertThat(names.names()).extracting(DnsName::value).containsExactly("out2.office.example");
        assertThat(ask("out2.office.example", RecordType.AAAA).records())
                .containsExactly(new DnsRecord.Address(address));
        IpAddress nobodys = IpAddress.parse("203.0.113.101").orElseThrow();
        assertThat(dns.ask(nobodys.reverseName(), RecordType.PTR).status())
                .isEqualTo(Status.NO_SUCH_NAME);
        assertThat(asked).isEmpty();
    }

    @Test
    void nameServersThatDoNotAnswerAreNoMissingRecord() {
        clock.moveTo(Story.UNANSWERED_SINCE + 1, LocalTime.NOON);
        assertThat(texts("_dmarc.partner.example")).isNotEmpty();
        clock.moveTo(Story.UNANSWERED_SINCE, LocalTime.NOON);
        assertThat(ask("_dmarc.partner.example", RecordType.TXT).status())
                .isEqualTo(Status.SERVER_FAILURE);
    }

    @Test
    void aLongTextIsSentInStrings() {
        assertThat(ask("mail._domainkey.alder.example", RecordType.TXT).texts())
                .singleElement()
                .satisfies(text -> assertThat(text.strings()).hasSize(3));
    }

    @Test
    void recordsChangeAsTheClockGoesOn() {
        clock.moveTo(Story.REJECT_SINCE + 1, LocalTime.NOON);
        assertThat(texts("_dmarc.travel.example")).first().asString().contains("p=quarantine");
        clock.moveTo(Story.REJECT_SINCE, LocalTime.MIDNIGHT);
        assertThat(texts("_dmarc.travel.example")).first().asString().contains("p=reject");
        clock.letGo();
        assertThat(texts("_dmarc.travel.example")).first().asString().contains("p=reject");
        assertThat(dns.hasChanged("travel.example", Story.REJECT_SINCE)).isTrue();
        assertThat(dns.hasChanged("travel.example", Story.REJECT_SINCE - 1)).isFalse();
        assertThat(dns.hasChanged("nobody.example", Story.REJECT_SINCE)).isFalse();
    }
}
