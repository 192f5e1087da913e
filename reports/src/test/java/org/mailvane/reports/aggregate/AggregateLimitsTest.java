package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipException;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.reports.CpuLimit;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;

/** What is too long, too deep or too many is cut, refused or read in memory that stays flat. */
class AggregateLimitsTest {

    private static final String HEAD =
            "<feedback><report_metadata><org_name>Receiver</org_name><email>d@r.example</email>"
                    + "<report_id>1</report_id><date_range><begin>1700000000</begin>"
                    + "<end>1700086399</end></date_range></report_metadata>"
                    + "<policy_published><domain>d.example</domain></policy_published>";
    private static final String EVALUATED =
            "<disposition>none</disposition><dkim>pass</dkim><spf>pass</spf>";
    private static final String RECORD = record("192.0.2.1", "", "");
    private static final String END = "</feedback>";

    private static String record(String address, String reasons, String results) {
        return "<record><row><source_ip>"
                + address
                + "</source_ip><count>1</count><policy_evaluated>"
                + EVALUATED
                + reasons
                + "</policy_evaluated></row><identifiers><header_from>d.example</header_from>"
                + "</identifiers><auth_results>"
                + results
                + "</auth_results></record>";
    }

    @Test
    void longTextsAreCut() {
        String xml =
                HEAD.replace("Receiver", "R".repeat(Limits.IDENTIFIER_LENGTH + 1))
                        + record(
                                "192.0.2.1",
                                "<reason><type>other</type><comment>"
                                        + "c".repeat(Limits.TEXT_LENGTH + 1)
                                        + "</comment></reason>",
                                "")
                        + END;
        Collected read = Collected.read(xml);
        assertThat(read.report().orgName()).isEqualTo("R".repeat(Limits.IDENTIFIER_LENGTH));
        assertThat(read.record().reasons().getFirst().comment())
                .isEqualTo("c".repeat(Limits.TEXT_LENGTH));
        assertThat(read.remarks()).containsExactly("text.cut");
    }

    @Test
    void textsAtTheLimitAreKept() {
        String name = "R".repeat(Limits.IDENTIFIER_LENGTH);
        Collected read = Collected.read(HEAD.replace("Receiver", " " + name + "\n") + END);
        assertThat(read.report().orgName()).isEqualTo(name);
        assertThat(read.remarks()).isEmpty();
    }

    @Test
    void noCharacterIsCutInHalf() {
        String name = "R".repeat(Limits.IDENTIFIER_LENGTH - 1);
        Collected read = Collected.read(HEAD.replace("Receiver", name + "😀") + END);
        assertThat(read.report().orgName()).isEqualTo(name);
    }

    @Test
    void furtherResultsAndReasonsAreDropped() {
        int tooMany = Limits.RESULTS_PER_RECORD + 1;
        String xml =
                HEAD
                        + record(
                                "192.0.2.1",
                                "<reason><type>other</type></reason>".repeat(tooMany),
                                "<dkim><result>pass</result></dkim>".repeat(tooMany)
                                        + "<spf><result>pass</result></spf>".repeat(tooMany))
                        + END;
        Collected read = Collected.read(xml);
        assertThat(read.record().reasons()).hasSize(Limits.RESULTS_PER_RECORD);
        assertThat(read.record().dkim()).hasSize(Limits.RESULTS_PER_RECORD);
        assertThat(read.record().spf()).hasSize(Limits.RESULTS_PER_RECORD);
        assertThat(read.remarks()).containsExactly("record.results_dropped");
    }

    @Test
    void furtherErrorsAreDropped() {
        String errors = "<error>e</error>".repeat(Limits.ERRORS_PER_REPORT + 1);
        Collected read =
                Collected.read(HEAD.replace("<date_range>", errors + "<date_range>") + END);
        assertThat(read.report().errors()).hasSize(Limits.ERRORS_PER_REPORT);
        assertThat(read.remarks()).containsExactly("metadata.errors_dropped");
    }

    @Test
    void unknownElementsMayNestToTheLimit() {
        int depth = Limits.XML_DEPTH - 1;
        Collected read =
                Collected.read(HEAD + "<x>".repeat(depth) + "</x>".repeat(depth) + RECORD + END);
        assertThat(read.report().recordCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {Limits.XML_DEPTH, 10_000})
    void deeperNestingIsRefused(int depth) {
        String xml = HEAD + RECORD + "<x>".repeat(depth) + "</x>".repeat(depth) + END;
        Problem problem = Collected.read(xml).problem();
        assertThat(problem.reason()).isEqualTo(Problem.Reason.BROKEN);
        assertThat(problem.diagnostic().toString())
                .contains("xml.too_deep(limit=" + Limits.XML_DEPTH);
    }

    @Test
    void recordsThatAreNeverClosedDoNotNest() {
        String open = RECORD.replace("</record>", "");
        Collected read = Collected.read(HEAD + open.repeat(2 * Limits.XML_DEPTH) + END);
        assertThat(read.report().recordCount()).isEqualTo(2 * Limits.XML_DEPTH);
        assertThat(read.remarks()).containsExactly("xml.repaired", "xml.unclosed");
    }

    @Test
    void expandingEntitiesAreRefused() {
        StringBuilder bomb =
                new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE feedback [<!ENTITY a0 'ha'>");
        for (int i = 1; i < 30; i++) {
            bomb.append("<!ENTITY a").append(i).append(" '");
            bomb.append(("&a" + (i - 1) + ";").repeat(10)).append("'>");
        }
        bomb.append("]>").append(HEAD.replace("Receiver", "&a29;")).append(END);
        assertThat(Collected.read(bomb.toString()).problem().reason())
                .isEqualTo(Problem.Reason.DOCTYPE);
    }

    @Test
    void undeclaredEntitiesStayText() {
        Collected read = Collected.read(HEAD.replace("Receiver", "&a29;") + END);
        assertThat(read.report().orgName()).isEqualTo("&a29;");
    }

    @Test
    @CpuLimit(20)
    void hostileTagsCostNoMoreThanTheirLength() {
        // Each would be quadratic if what was looked at once were looked at again.
        String xml =
                HEAD
                        + ("<a " + "b ".repeat(XmlScanner.TAG_LENGTH)).repeat(20)
                        + ("<a b=\"" + "c".repeat(XmlScanner.TAG_LENGTH)).repeat(20)
                        + "<a ' \" ".repeat(100_000)
                        + "</ ".repeat(100_000)
                        + "&#".repeat(100_000)
                        + "<n"
                        + "n".repeat(1_000_000)
                        + "\u0001".repeat(1_000_000)
                        + "<!-- ".repeat(100_000)
                        + "-->"
                        + RECORD
                        + END;
        assertThat(Collected.read(xml).report().recordCount()).isEqualTo(1);
    }

    @Test
    void tagsAsLongAsTheWindowAreText() {
        String tag = "<version a='" + "b".repeat(XmlScanner.TAG_LENGTH) + "'/>";
        Collected read = Collected.read(HEAD + tag + RECORD + END);
        assertThat(read.report().recordCount()).isEqualTo(1);
        assertThat(read.remarks()).containsExactly("xml.repaired", "xml.unclosed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<!-- for the tolerant reader -->"})
    void hundredThousandRecordsAreReadInFlatMemory(String between) throws IOException {
        // 1.4 GB of heap would be needed to keep them; the stream is made while it is read.
        int records = 100_000;
        long[] seen = new long[2];
        // What counting itself needs is loaded before the first count.
        assertThat(reachableBytes()).isPositive();
        AggregateReader reader = new AggregateReader();
        Collected read =
                new Collected() {
                    @Override
                    public void record(AggregateRecord record) {
                        seen[0]++;
                        if (seen[0] % 50_000 == 0) {
                            long used = reachableBytes();
                            seen[1] = seen[1] == 0 ? used : Math.max(0, used - seen[1]);
                        }
                    }
                };
        reader.read("big.xml", () -> stream(records, between), read);
        assertThat(seen[0]).isEqualTo(records);
        assertThat(read.report().recordCount()).isEqualTo(records);
        assertThat(seen[1]).as("bytes more in use after 50,000 more records").isLessThan(4 << 20);
    }

    /**
     * Bytes of all objects that can be reached, counted one by one. The heap in use is several
     * megabytes more or less: it counts what threads have reserved to allocate in, and a collection
     * leaves dead objects where moving the others would not pay.
     */
    private static long reachableBytes() {
        try {
            Object histogram =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "gcClassHistogram",
                                    new Object[] {new String[0]},
                                    new String[] {String[].class.getName()});
            String[] total = String.valueOf(histogram).strip().split("\\s+");
            return Long.parseLong(total[total.length - 1]);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    private static InputStream stream(int records, String between) {
        Iterator<String> made =
                IntStream.rangeClosed(-1, records)
                        .mapToObj(i -> i < 0 ? HEAD : i == records ? END : between + numbered(i))
                        .iterator();
        return new MadeStream(made, null);
    }

    private static String numbered(int i) {
        return record(
                "10." + (i >> 16) + "." + ((i >> 8) & 255) + "." + (i & 255),
                "",
                "<dkim><domain>d"
                        + i
                        + ".example</domain><selector>s"
                        + i
                        + "</selector><result>pass</result></dkim>");
    }

    @Test
    void endOfPackedDataKeepsCompleteRecords() throws IOException {
        for (IOException end :
                new IOException[] {new EOFException("ends early"), new ZipException("bad code")}) {
            Collected read = new Collected();
            String xml = HEAD + RECORD + RECORD.substring(0, RECORD.length() / 2);
            new AggregateReader().read("cut.xml", () -> failing(xml, end), read);
            assertThat(read.report().recordCount()).isEqualTo(1);
            assertThat(read.records).hasSize(1);
            assertThat(read.report().skippedRecords()).isEqualTo(1);
            assertThat(read.remarks()).containsExactly("xml.truncated");
            assertThat(read.report().remarks().getFirst().diagnostic().toString())
                    .contains(end.getMessage());
        }
    }

    /** As a report without records it would prevent reading the whole one. */
    @ParameterizedTest
    @ValueSource(strings = {"", "<record><row><source_ip>192.0.2.1</source_ip>", "<record"})
    void endBeforeTheFirstWholeRecordIsNoReport(String rest) {
        Problem problem = Collected.read(HEAD + rest).problem();
        assertThat(problem.reason()).isEqualTo(Problem.Reason.BROKEN);
        assertThat(problem.diagnostic().toString())
                .matches(
                        "xml\\.not_well_formed\\(flaw=xml\\.at\\(line=1, column=\\d+, flaw=xml\\.(ends_inside|stray_sign)\\(.*\\)"
                                + ", rest=xml\\.no_record\\(\\)\\)");
    }

    @Test
    void reportWithoutRecordsIsOneWhereItIsWhole() throws IOException {
        assertThat(Collected.read(HEAD + END).report().recordCount()).isZero();
        Collected damagedBehind = new Collected();
        new AggregateReader()
                .read(
                        "x.xml",
                        () -> failing(HEAD + END, new ZipException("checksum")),
                        damagedBehind);
        assertThat(damagedBehind.report().recordCount()).isZero();
    }

    @Test
    void damageBehindTheReportCostsNoRecord() throws IOException {
        Collected read = new Collected();
        IOException damage = new ZipException("checksum");
        new AggregateReader().read("x.xml", () -> failing(HEAD + RECORD + END, damage), read);
        assertThat(read.record().count()).isEqualTo(1);
        assertThat(read.report().skippedRecords()).isZero();
        assertThat(read.remarks()).containsExactly("xml.truncated");
    }

    @Test
    void recordsAreVoidWhenTheReportIsReadAgain() {
        // The fast reader, the strict pass and the repair pass each hand over the first record.
        Collected read =
                Collected.read(HEAD + RECORD + RECORD.replace("d.example", "<d>.example") + END);
        assertThat(read.restarts).isEqualTo(2);
        assertThat(read.records).hasSize(2);
        assertThat(read.remarks()).contains("xml.repaired");
    }

    @Test
    void noProblemComesWithRecords() {
        Collected read = Collected.read(HEAD.replace("1700", "x") + RECORD + END);
        assertThat(read.problem().reason()).isEqualTo(Problem.Reason.NO_PERIOD);
        assertThat(read.restarts).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<!-- for the tolerant reader -->"})
    void otherFailuresOfTheStreamReachTheCaller(String between) {
        IOException failure = new IOException("too large");
        Collected read = new Collected();
        String xml = HEAD + between + RECORD.repeat(1_000);
        assertThatThrownBy(() ->
                        new AggregateReader().read("x.xml", () -> failing(xml, failure), read))
                .isSameAs(failure);
        assertThat(read.records).as("what was handed over is void").isEmpty();
        assertThat(read.restarts).isEqualTo(1);
    }

    private static InputStream failing(String xml, IOException failure) {
        return new MadeStream(List.of(xml).iterator(), failure);
    }

    @Test
    void aReaderIsUsedAgainAfterEverything() throws IOException {
        AggregateReader reader = new AggregateReader();
        String plain = HEAD + RECORD + END;
        String expected = null;
        for (String xml :
                new String[] {
                    plain, "nothing", plain, HEAD + RECORD, plain, "<!DOCTYPE x>", plain
                }) {
            Collected read = new Collected();
            reader.read("x.xml", Collected.source(xml.getBytes(StandardCharsets.UTF_8)), read);
            if (xml.equals(plain)) {
                expected = expected == null ? read.toString() : expected;
                assertThat(read.toString()).isEqualTo(expected);
            }
        }
    }
}
