package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * The fast reader gives what the tolerant reader gives, or gives up: shown by mutants of reports
 * that it reads. {@code -Dmailvane.mutants=1000000} makes more of them than the normal run.
 */
class ReadersAgreeTest {

    private static final int MUTANTS = Integer.getInteger("mailvane.mutants", 30_000);
    private static final long SEED = Long.getLong("mailvane.seed", 20261120L);

    @Test
    void mutantsAreReadAlikeByBothReaders() throws IOException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        AggregateReader reader = new AggregateReader();
        TolerantAggregateReader tolerant = new TolerantAggregateReader();
        FastAggregateReader fast = new FastAggregateReader();
        int plain = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] xml = Mutants.next(random);
            String path =
                    random.nextInt(4) == 0
                            ? "a.example!b.example!1700000000!1700086400.xml"
                            : "r.xml";
            Collected byBoth = new Collected();
            Collected byTolerant = new Collected();
            Collected byFast = new Collected();
            Collected none = new Collected();
            try {
                reader.read(path, Collected.source(xml), byBoth);
                tolerant.read(path, Collected.source(xml), byTolerant);
                boolean read = fast.read(path, Collected.source(xml), byFast);
                plain += read ? 1 : 0;
                if (byBoth.sameAs(byTolerant)
                        && byFast.sameAs(read ? byTolerant : none)
                        && byBoth.reports.size() + byBoth.problems.size() == 1) {
                    continue;
                }
            } catch (RuntimeException e) {
                throw new AssertionError(named(i, xml), e);
            }
            assertThat(byBoth.toString()).as(named(i, xml)).isEqualTo(byTolerant.toString());
            assertThat(byFast.toString()).as(named(i, xml)).isEqualTo(byTolerant.toString());
        }
        assertThat(plain).as("mutants read by the fast reader").isGreaterThan(MUTANTS / 20);
        assertThat(plain).isLessThan(MUTANTS);
    }

    private static String named(int number, byte[] xml) {
        return "mutant "
                + number
                + " of seed "
                + SEED
                + ": "
                + new String(xml, StandardCharsets.ISO_8859_1);
    }
}
