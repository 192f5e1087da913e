package org.mailvane.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.https.Https.Failure;
import org.mailvane.mailauth.https.Https.Fetched;
import org.mailvane.mailauth.https.Https.NoResponse;
import org.mailvane.mailauth.https.Https.Reason;
import org.mailvane.mailauth.https.Https.Request;
import org.mailvane.mailauth.https.Https.Response;
import org.mailvane.net.FreshDns;

/** The demo's web servers answer where there are any; of other hosts it is said what DNS says. */
class DemoHttpsTest {

    private static final NoResponse REAL = Reason.SLOW.with();

    private final Https https =
            new DemoHttps(request -> REAL, new DemoDns(new Outside(), new DemoClock()));

    /** All other names. */
    private static final class Outside implements FreshDns {

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            return DnsAnswer.without(Status.NO_DATA);
        }

        @Override
        public Dns fresh(Predicate<DnsName> names) {
            return this;
        }
    }

    private Fetched get(String url) {
        return https.get(new Request(url, 1_000, Duration.ofSeconds(1), 0, false));
    }

    @Test
    void policiesAndLogosAreThere() {
        assertThat(get("https://mta-sts.careers.example/.well-known/mta-sts.txt"))
                .isInstanceOf(Response.class);
        assertThat(get(DemoHttps.logoOf("alder.example"))).isInstanceOf(Response.class);
    }

    @ParameterizedTest
    @CsvSource({
        "https://mta-sts.partner.example/.well-known/mta-sts.txt, DNS_FAILURE",
        "https://mta-sts.gone.example/.well-known/mta-sts.txt, NO_ADDRESS",
        "https://mta-sts.shop.example/.well-known/mta-sts.txt, NO_ADDRESS",
        "https://mta-sts.careers.example/other, CONNECTION",
    })
    void whyNobodyAnswersIsWhatDnsSays(String url, Failure failure) {
        assertThat(get(url))
                .isInstanceOfSatisfying(
                        NoResponse.class,
                        none -> assertThat(none.failure()).as(url).isEqualTo(failure));
    }

    @ParameterizedTest
    @CsvSource({"https://mta-sts.example.org/.well-known/mta-sts.txt", "no address"})
    void allOthersAreTheRealOnes(String url) {
        assertThat(get(url)).isEqualTo(REAL);
    }
}
