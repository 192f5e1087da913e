package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.Volume;
import org.mailvane.mailauth.testing.ZoneDns;

/** How many messages fall to which term. */
class TermMessagesTest {

    private static final DnsName DOMAIN = new DnsName("example.com");

    private static final String ZONE =
            """
            in.example.net    TXT "v=spf1 ip4:192.0.2.0/25 -ip4:192.0.2.128/25 -all"
            out.example.net   TXT "v=spf1 include:in.example.net ip4:198.51.100.0/24 ~all"
            h.example.com     A    192.0.2.1
            h.example.com     AAAA 2001:db8::1
            example.com       TXT "v=spf1 TERMS"
            """;

    /** 1 of 192.0.2.1, 2 of .130, 4 of 198.51.100.7, 8 of 2001:db8::1, 16 of 203.0.113.9. */
    private static final SentMessages SENT =
            new SentMessages(
                    Map.of(
                            ip("192.0.2.1"), 1L,
                            ip("192.0.2.130"), 2L,
                            ip("198.51.100.7"), 4L,
                            ip("2001:db8::1"), 8L,
                            ip("203.0.113.9"), 16L));

    private static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static void collect(TextRecord record, List<String> counts) {
        record.terms()
                .forEach(term -> {
                    counts.add(term.surveyDomainVolume() + " " + term.value());
                    term.result().forEach(below -> collect(below, counts));
                });
    }

    private static SpfInspection inspection(String terms, SentMessages sent) {
        ZoneDns zone = ZoneDns.of(ZONE.replace("TERMS", terms));
        return new SpfInspector().survey(DOMAIN, zone).inspection(7, Volume.NONE, sent);
    }

    @ParameterizedTest
    @CsvSource({
        // What passes by any term counts there, and what is left falls to the last.
        "ip4:192.0.2.0/24 -all, 3 ip4:192.0.2.0/24 28 -all",
        "a:h.example.com ip4:192.0.2.1 ~all, 9 a:h.example.com 1 ip4:192.0.2.1 22 ~all",
        // First match: what was refused passes no more, and is not refused twice.
        "-ip4:192.0.2.1 ip4:192.0.2.0/24 ?ip4:192.0.2.1 -all, 1 -ip4:192.0.2.1 2 ip4:192.0.2.0/24 0 ?ip4:192.0.2.1 28 -all",
        // An include tells what passes by it; what it refuses goes on.
        "include:in.example.net -all, 1 include:in.example.net 1 ip4:192.0.2.0/25 0 -ip4:192.0.2.128/25 0 -all 30 -all",
        "include:out.example.net -all, 5 include:out.example.net 1 include:in.example.net 1 ip4:192.0.2.0/25 0 -ip4:192.0.2.128/25 0 -all 4 ip4:198.51.100.0/24 0 ~all 26 -all",
        // What a redirect leads to decides for the domain.
        "redirect=in.example.net, 1 redirect=in.example.net 1 ip4:192.0.2.0/25 2 -ip4:192.0.2.128/25 28 -all",
        "-include:in.example.net +all, 1 -include:in.example.net 0 ip4:192.0.2.0/25 0 -ip4:192.0.2.128/25 0 -all 30 +all",
        // Nobody knows without a message.
        "exists:%{i}.example.com ptr -all, 0 exists:%{i}.example.com 0 ptr 31 -all",
    })
    void everyTermTellsWhatFallsToIt(String terms, String counts) {
        List<String> found = new ArrayList<>();
        SpfInspection inspection = inspection(terms, SENT);
        inspection.records().forEach(record -> collect(record, found));
        assertThat(String.join(" ", found)).isEqualTo(counts);
    }

    @Test
    void allElseIsAsWithoutMessages() {
        String terms = "include:out.example.net a:h.example.com ptr -ip4:10.0.0.0/8 ~all";
        ZoneDns zone = ZoneDns.of(ZONE.replace("TERMS", terms));
        SpfInspection without = new SpfInspector().inspect(DOMAIN, zone);
        SpfInspection none = inspection(terms, SentMessages.NONE);
        assertThat(none).isEqualTo(without.withVolume(7, Volume.NONE));
        assertThat(inspection(terms, SENT)).isNotEqualTo(none);
    }

    @Test
    void domainWithoutAUsableRecordHasNoTermsToCountFor() {
        ZoneDns zone =
                ZoneDns.of("example.com TXT \"v=spf1 -all\"\nexample.com TXT \"v=spf1 ?all\"");
        SpfInspection found =
                new SpfInspector().survey(DOMAIN, zone).inspection(7, Volume.NONE, SENT);
        assertThat(found.volumeDays()).isEqualTo(7);
        assertThat(found.records()).hasSize(2);
        assertThat(found.records().getFirst().terms().getFirst().surveyDomainVolume()).isZero();
    }

    /** As adding up one by one does. */
    @Test
    void rangesAreAddedUpWhateverTheirEnds() {
        Map<IpAddress, Long> sent =
                LongStream.range(0, 64)
                        .boxed()
                        .collect(Collectors.toMap(i -> IpAddress.v4(i * 3), i -> 1L << (i % 50)));
        SentMessages messages = new SentMessages(sent);
        for (int prefix = 24; prefix <= 32; prefix++) {
            for (int first = 0; first < 256; first += 1 << (32 - prefix)) {
                IpSet set = new IpSet();
                set.add(IpNetwork.of(IpAddress.v4(first), prefix));
                set.add(IpNetwork.of(IpAddress.v6(1, first)));
                set.remove(IpNetwork.of(IpAddress.v4(first)));
                long expected = 0;
                for (Map.Entry<IpAddress, Long> each : new HashMap<>(sent).entrySet()) {
                    expected += set.contains(each.getKey()) ? each.getValue() : 0;
                }
                assertThat(messages.from(set)).as(set.toString()).isEqualTo(expected);
            }
        }
    }
}
