package org.mailvane.sources.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Category;

class SenderIndexTest {

    private static CatalogueSender sender(
            int number,
            Category category,
            List<String> hosts,
            List<String> mixed,
            List<String> names,
            List<String> networks) {
        return new CatalogueSender(
                number,
                "s" + number,
                "Sender " + number,
                category,
                false,
                false,
                true,
                true,
                hosts,
                mixed,
                names,
                names,
                networks.stream().map(n -> IpNetwork.parse(n).orElseThrow()).toList(),
                "",
                CatalogueSender.Notes.NONE);
    }

    private static CatalogueSender withHosts(int number, String... hosts) {
        return sender(number, Category.CAPABLE, List.of(hosts), List.of(), List.of(), List.of());
    }

    private static CatalogueSender withNames(int number, String... names) {
        return sender(number, Category.CAPABLE, List.of(), List.of(), List.of(names), List.of());
    }

    private static CatalogueSender withNetworks(int number, String... networks) {
        return sender(number, Category.CAPABLE, List.of(), List.of(), List.of(), List.of(networks));
    }

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static int number(@Nullable CatalogueSender sender) {
        return sender == null ? 0 : sender.number();
    }

    @Test
    void aSuffixEndsAtTheBorderOfALabel() {
        SenderIndex index = new SenderIndex(List.of(withHosts(100, "example.com")));

        assertThat(number(index.byHost("example.com"))).isEqualTo(100);
        assertThat(number(index.byHost("mx1.example.com"))).isEqualTo(100);
        assertThat(number(index.byHost("a.b.example.com"))).isEqualTo(100);
        assertThat(number(index.byHost("notexample.com"))).isZero();
        assertThat(number(index.byHost("example.com.example.net"))).isZero();
        assertThat(number(index.byHost("com"))).isZero();
        assertThat(number(index.byHost(""))).isZero();
        assertThat(number(index.byHost("."))).isZero();
    }

    @Test
    void theLongestSuffixCounts() {
        SenderIndex index =
                new SenderIndex(List.of(withHosts(100, "163.com"), withHosts(101, "qiye.163.com")));

        assertThat(number(index.byHost("m1.163.com"))).isEqualTo(100);
        assertThat(number(index.byHost("m1.qiye.163.com"))).isEqualTo(101);
        assertThat(number(index.byHost("qiye.163.com"))).isEqualTo(101);
    }

    @Test
    void mixedSuffixesTakeNamesOutOfHostsAndTheReverse() {
        SenderIndex index =
                new SenderIndex(
                        List.of(
                                sender(
                                        100,
                                        Category.CAPABLE,
                                        List.of("example.com", "mail.example.net"),
                                        List.of("rented.example.com", "example.net"),
                                        List.of(),
                                        List.of())));

        assertThat(number(index.byHost("mx.example.com"))).isEqualTo(100);
        assertThat(number(index.byMixedHost("mx.example.com"))).isZero();
        assertThat(number(index.byHost("h1.rented.example.com"))).isZero();
        assertThat(number(index.byMixedHost("h1.rented.example.com"))).isEqualTo(100);
        assertThat(number(index.byHost("mx.mail.example.net"))).isEqualTo(100);
        assertThat(number(index.byMixedHost("mx.mail.example.net"))).isZero();
        assertThat(number(index.byMixedHost("vps1.example.net"))).isEqualTo(100);
    }

    @Test
    void machinesBehindAForwardersAccessLinesAreNotItsOwn() {
        SenderIndex index =
                new SenderIndex(
                        List.of(
                                sender(
                                        100,
                                        Category.FORWARDER,
                                        List.of("example.com"),
                                        List.of("lines.example.com"),
                                        List.of(),
                                        List.of())));

        assertThat(number(index.byHost("mx.example.com"))).isEqualTo(100);
        assertThat(number(index.byHost("l1.lines.example.com"))).isZero();
        assertThat(number(index.byMixedHost("l1.lines.example.com"))).isZero();
    }

    @Test
    void aSigningDomainIsMeantAloneAndAWildcardAllBelow() {
        SenderIndex index =
                new SenderIndex(
                        List.of(
                                withNames(100, "example.com"),
                                withNames(101, "*.example.net"),
                                withNames(102, "special.example.net", "*.deep.example.net")));

        assertThat(number(index.byDkimDomain("example.com"))).isEqualTo(100);
        assertThat(number(index.byDkimDomain("a.example.com"))).isZero();
        assertThat(number(index.byDkimDomain("example.net"))).isZero();
        assertThat(number(index.byDkimDomain("a.example.net"))).isEqualTo(101);
        assertThat(number(index.byDkimDomain("a.b.example.net"))).isEqualTo(101);
        assertThat(number(index.byDkimDomain("aexample.net"))).isZero();
        assertThat(number(index.byDkimDomain("special.example.net"))).isEqualTo(102);
        assertThat(number(index.byDkimDomain("deep.example.net"))).isEqualTo(101);
        assertThat(number(index.byDkimDomain("a.deep.example.net"))).isEqualTo(102);
        assertThat(number(index.bySpfDomain("a.example.net"))).isEqualTo(101);
        assertThat(number(index.bySpfDomain(""))).isZero();
    }

    @Test
    void theNarrowestNetworkCounts() {
        SenderIndex index =
                new SenderIndex(
                        List.of(
                                withNetworks(100, "198.51.100.0/24"),
                                withNetworks(101, "198.51.100.64/26", "2001:db8::/32"),
                                withNetworks(102, "198.51.100.64/28", "2001:db8:1::/48")));

        assertThat(number(index.byNetwork(address("198.51.100.1")))).isEqualTo(100);
        assertThat(number(index.byNetwork(address("198.51.100.64")))).isEqualTo(102);
        assertThat(number(index.byNetwork(address("198.51.100.79")))).isEqualTo(102);
        assertThat(number(index.byNetwork(address("198.51.100.80")))).isEqualTo(101);
        assertThat(number(index.byNetwork(address("198.51.100.127")))).isEqualTo(101);
        assertThat(number(index.byNetwork(address("198.51.100.128")))).isEqualTo(100);
        assertThat(number(index.byNetwork(address("198.51.100.255")))).isEqualTo(100);
        assertThat(number(index.byNetwork(address("198.51.101.0")))).isZero();
        assertThat(number(index.byNetwork(address("198.51.99.255")))).isZero();
        assertThat(number(index.byNetwork(address("2001:db8:1::1")))).isEqualTo(102);
        assertThat(number(index.byNetwork(address("2001:db8:2::1")))).isEqualTo(101);
        assertThat(number(index.byNetwork(address("2001:db9::1")))).isZero();
    }

    @Test
    void ofTwoThatClaimTheSameTheFirstHasIt() {
        SenderIndex index =
                new SenderIndex(
                        List.of(
                                withHosts(100, "example.com"),
                                withHosts(101, "example.com"),
                                withNetworks(102, "192.0.2.0/24"),
                                withNetworks(103, "192.0.2.0/24")));

        assertThat(number(index.byHost("a.example.com"))).isEqualTo(100);
        assertThat(number(index.byNetwork(address("192.0.2.1")))).isEqualTo(102);
        assertThat(index.byNumber(101)).map(CatalogueSender::slug).contains("s101");
        assertThat(index.byNumber(104)).isEmpty();
    }

    @Test
    void itFindsWhatASearchThroughAllSendersFinds() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<CatalogueSender> senders = randomSenders(random);
            SenderIndex index = new SenderIndex(senders);
            for (int i = 0; i < 200; i++) {
                String name = randomName(random, 5);
                IpAddress address = randomAddress(random);
                assertThat(number(index.byHost(name)))
                        .as("seed %s, host %s", seed, name)
                        .isEqualTo(slowByHost(senders, name));
                assertThat(number(index.byDkimDomain(name)))
                        .as("seed %s, domain %s", seed, name)
                        .isEqualTo(slowByName(senders, name));
                assertThat(number(index.byNetwork(address)))
                        .as("seed %s, address %s", seed, address)
                        .isEqualTo(slowByNetwork(senders, address));
            }
        }
    }

    /** Few labels and narrow networks, so that they often lie in each other. */
    private static List<CatalogueSender> randomSenders(Random random) {
        Set<String> hosts = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        Set<String> networks = new TreeSet<>();
        List<CatalogueSender> senders = new ArrayList<>();
        for (int number = 100; number < 112; number++) {
            senders.add(
                    sender(
                            number,
                            Category.CAPABLE,
                            fresh(hosts, random, () -> randomName(random, 3)),
                            fresh(hosts, random, () -> randomName(random, 3)),
                            fresh(
                                    names,
                                    random,
                                    () ->
                                            (random.nextBoolean() ? "*." : "")
                                                    + randomName(random, 3)),
                            fresh(
                                    networks,
                                    random,
                                    () ->
                                            IpNetwork.of(
                                                            randomAddress(random),
                                                            24 + random.nextInt(9))
                                                    .toString())));
        }
        return senders;
    }

    private static List<String> fresh(Set<String> taken, Random random, Supplier<String> made) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> made.get())
                .filter(taken::add)
                .toList();
    }

    private static String randomName(Random random, int maxLabels) {
        StringBuilder name = new StringBuilder("example");
        for (int i = random.nextInt(maxLabels); i > 0; i--) {
            name.insert(0, (char) ('a' + random.nextInt(2)) + ".");
        }
        return name.toString();
    }

    private static IpAddress randomAddress(Random random) {
        return address("192.0.2." + random.nextInt(256));
    }

    private static boolean fits(String suffix, String name) {
        return name.equals(suffix) || name.endsWith("." + suffix);
    }

    private static int slowByHost(List<CatalogueSender> senders, String name) {
        String longest =
                senders.stream()
                        .flatMap(s -> Stream.concat(s.hosts().stream(), s.mixedHosts().stream()))
                        .filter(suffix -> fits(suffix, name))
                        .max(Comparator.comparingInt(String::length))
                        .orElse("");
        return senders.stream()
                .filter(s -> s.hosts().contains(longest))
                .mapToInt(CatalogueSender::number)
                .findFirst()
                .orElse(0);
    }

    private static int slowByName(List<CatalogueSender> senders, String name) {
        String pattern =
                senders.stream()
                        .flatMap(s -> s.dkimDomains().stream())
                        .filter(p ->
                                p.startsWith("*.") ? name.endsWith(p.substring(1)) : name.equals(p))
                        // An exact name is longer than the suffix of a wildcard.
                        .max(
                                Comparator.comparingInt(
                                        p -> p.startsWith("*.") ? p.length() - 2 : p.length()))
                        .orElse("-");
        return senders.stream()
                .filter(s -> s.dkimDomains().contains(pattern))
                .mapToInt(CatalogueSender::number)
                .findFirst()
                .orElse(0);
    }

    private static int slowByNetwork(List<CatalogueSender> senders, IpAddress address) {
        @Nullable IpNetwork narrowest =
                senders.stream()
                        .flatMap(s -> s.networks().stream())
                        .filter(n -> n.contains(address))
                        .max(Comparator.comparingInt(IpNetwork::prefix))
                        .orElse(null);
        return senders.stream()
                .filter(s -> narrowest != null && s.networks().contains(narrowest))
                .mapToInt(CatalogueSender::number)
                .findFirst()
                .orElse(0);
    }
}
