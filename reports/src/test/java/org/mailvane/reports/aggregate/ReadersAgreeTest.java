package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The fast reader gives what the tolerant reader gives, or gives up: shown by mutants of reports
 * that it reads. {@code -Dmailvane.mutants=1000000} makes more of them than the normal run.
 */
@Tag("slow")
class ReadersAgreeTest {

    private static final int MUTANTS = Integer.getInteger("mailvane.mutants", 15_000);

    /** Records of a long report. */
    private static final int LONG = 2_000;

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

    @Test
    void piecesOfAnySizeAreReadAlike() throws IOException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        String xml = longReport(random);
        Collected byTolerant = new Collected();
        new TolerantAggregateReader().read("r.xml", () -> inPieces(xml, random), byTolerant);
        assertThat(byTolerant.report().recordCount()).isEqualTo(LONG);
        FastAggregateReader fast = new FastAggregateReader();
        for (int i = 0; i < 20; i++) {
            Collected byFast = new Collected();
            assertThat(fast.read("r.xml", () -> inPieces(xml, random), byFast)).isTrue();
            assertThat(byFast.sameAs(byTolerant)).isTrue();
        }
    }

    /** A plain report, much longer than any buffer, with gaps and texts of all lengths. */
    private static String longReport(RandomGenerator random) {
        StringBuilder xml =
                new StringBuilder(
                        "<feedback><report_metadata><org_name>R</org_name><email>d@r.example</email>"
                                + "<report_id>1</report_id><date_range><begin>1700000000</begin>"
                                + "<end>1700086399</end></date_range></report_metadata>"
                                + "<policy_published><domain>d.example</domain></policy_published>");
        for (int i = 0; i < LONG; i++) {
            xml.append(" ".repeat(random.nextInt(random.nextInt(20) == 0 ? 3_000 : 20)))
                    .append("<record><row><source_ip>198.51.100.")
                    .append(random.nextInt(256))
                    .append("</source_ip>\n<count>1</count><policy_evaluated>")
                    .append("<disposition>none</disposition><dkim>pass</dkim><spf>fail</spf>")
                    .append("<reason><type>other</type><comment>")
                    .append("é".repeat(random.nextInt(random.nextInt(20) == 0 ? 1_000 : 20)))
                    .append("</comment></reason></policy_evaluated></row><identifiers>")
                    .append("<header_from>d.example</header_from></identifiers>")
                    .append("<auth_results/></record>");
        }
        return xml.append("</feedback>\n").toString();
    }

    private static InputStream inPieces(String xml, RandomGenerator random) {
        Iterator<String> pieces =
                new Iterator<>() {
                    private int at;

                    @Override
                    public boolean hasNext() {
                        return at < xml.length();
                    }

                    @Override
                    public String next() {
                        int from = at;
                        at = Math.min(xml.length(), from + 1 + random.nextInt(20_000));
                        return xml.substring(from, at);
                    }
                };
        return new MadeStream(pieces, null);
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
