package org.mailvane.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.https.Https.Failure;

/** Which addresses are connected to; {@link FetchTargetsTest} has the connections themselves. */
class AddressCheckTest {

    private static final List<IpNetwork> NONE = List.of();

    @Test
    void onlySoManyAddressesOfAHostAreTried() throws NoFetch {
        Dns dns = answering("9.9.9.", AddressCheck.MAX_ADDRESSES + 1);
        assertThat(new AddressCheck(dns, NONE).addresses(url()))
                .hasSize(AddressCheck.MAX_ADDRESSES);
    }

    @Test
    void addressesThatAreRefusedDoNotCount() throws NoFetch {
        Dns many = answering("10.0.0.", AddressCheck.MAX_ADDRESSES + 1);
        Dns dns =
                (name, type) ->
                        type == RecordType.A
                                ? many.ask(name, type)
                                : new DnsAnswer(
                                        Status.FOUND,
                                        List.of(address("2620:fe::fe")),
                                        List.of(),
                                        60);
        assertThat(new AddressCheck(dns, NONE).addresses(url()))
                .singleElement()
                .extracting(InetAddress::getHostAddress)
                .isEqualTo("2620:fe:0:0:0:0:0:fe");
        assertThatThrownBy(() -> new AddressCheck(many, NONE).addresses(url()))
                .isInstanceOfSatisfying(
                        NoFetch.class,
                        refused ->
                                assertThat(refused.failure()).isEqualTo(Failure.ADDRESS_REFUSED));
    }

    private static Dns answering(String network, int count) {
        return (name, type) ->
                type == RecordType.A
                        ? new DnsAnswer(
                                Status.FOUND,
                                IntStream.rangeClosed(1, count)
                                        .mapToObj(i -> address(network + i))
                                        .toList(),
                                List.of(),
                                60)
                        : DnsAnswer.without(Status.NO_DATA);
    }

    private static DnsRecord address(String text) {
        return new DnsRecord.Address(IpAddress.parse(text).orElseThrow());
    }

    private static FetchUrl url() throws NoFetch {
        return FetchUrl.parse("https://www.example.com/", false, new FetchUrl.Ports(443, 80));
    }
}
