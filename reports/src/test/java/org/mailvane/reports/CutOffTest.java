package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Packer.zlib;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.reports.aggregate.AggregateReport;

/** What is cut off says that it is, wherever the cut is, and keeps what was whole before it. */
class CutOffTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final String FOUND = "aggregate policy.example r1";
    private static final int RECORDS = 40;
    private static final int MOST_CUTS = 1_000;

    /** Keeps what is remarked besides. */
    private static final class Said extends Recorder {

        private final List<Remark> remarks = new ArrayList<>();
        private long records;

        static Said read(byte[] input) {
            Said said = new Said();
            try {
                new ReportReader(Limits.DEFAULT)
                        .read("input", () -> new ByteArrayInputStream(input), said);
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
            return said;
        }

        @Override
        public void aggregate(AggregateReport report) {
            super.aggregate(report);
            records = report.recordCount();
            remarks.addAll(report.remarks());
        }
    }

    /** A report whose compressed form has some hundred bytes, so that cuts hit all of its parts. */
    private static byte[] longReport() {
        String xml = Samples.xml("policy.example", "r1");
        int from = xml.indexOf("  <record>");
        int to = xml.indexOf("</feedback>");
        StringBuilder records = new StringBuilder();
        for (int i = 1; i <= RECORDS; i++) {
            records.append(xml.substring(from, to).replace("192.0.2.1", "192.0.2." + i));
        }
        return bytes(xml.substring(0, from) + records + xml.substring(to));
    }

    static Stream<Arguments> packings() {
        // From how many bytes on it is known what it is.
        return Stream.of(
                Arguments.of("gzip", gzip(longReport()), 3),
                Arguments.of("zlib", zlib(longReport()), 150),
                Arguments.of("zip", zip("r.xml", longReport()), 4),
                Arguments.of("zip", new Packer.Zip().stored("r.xml", longReport()).bytes(), 4),
                Arguments.of("gzip", gzip(gzip(longReport())), 3),
                Arguments.of("zip", zip("r.xml.gz", gzip(longReport())), 4));
    }

    @ParameterizedTest
    @MethodSource("packings")
    void wherever(String what, byte[] packed, int first) {
        int step = Math.max(1, packed.length / MOST_CUTS);
        Set<String> outcomes = new TreeSet<>();
        for (int length = first; length < packed.length; length += step) {
            Said said = Said.read(Arrays.copyOf(packed, length));
            String cut = "archive.cut_off(what=" + what + ", bytes=" + length + ")";
            if (said.found.equals(List.of(FOUND)) && said.records == RECORDS) {
                assertThat(said.remarks).allMatch(remark -> !remark.isLoss() || says(remark, cut));
                outcomes.add("whole");
            } else if (said.found.equals(List.of(FOUND))) {
                assertThat(said.remarks)
                        .as("%d", length)
                        .anyMatch(remark ->
                                remark.code().equals("xml.truncated") && says(remark, cut));
                outcomes.add("in part");
            } else {
                assertThat(said.found).as("%d", length).containsExactly("problem bad_archive");
                assertThat(said.diagnostics.getFirst()).contains(cut);
                outcomes.add("lost");
            }
        }
        assertThat(outcomes).containsExactly("in part", "lost", "whole");
    }

    private static boolean says(Remark remark, String cut) {
        return remark.diagnostic().toString().startsWith("input.sentences(first=" + cut);
    }

    @Test
    void aFurtherEntryThatIsCutOffIsTold() {
        byte[] zip = new Packer.Zip().file("1.xml", REPORT).file("2.xml", REPORT).bytes();
        int second = lastIndexOf(zip, bytes("PK\u0003\u0004"));
        Said said = Said.read(Arrays.copyOf(zip, second + 10));
        assertThat(said.found).containsExactly(FOUND, "problem bad_archive");
        assertThat(said.diagnostics.getFirst())
                .isEqualTo("archive.cut_off(what=zip, bytes=%d)".formatted(second + 10));
    }

    /** Of its content too little is there to say what it was. */
    @Test
    void aFurtherEntryThatIsCutOffInItsFirstBytesIsToldToo() {
        byte[] zip = new Packer.Zip().file("1.xml", REPORT).stored("2.xml", REPORT).bytes();
        int content = lastIndexOf(zip, REPORT);
        Said said = Said.read(Arrays.copyOf(zip, content + 3));
        assertThat(said.found).containsExactly(FOUND, "problem bad_archive");
        assertThat(said.diagnostics.getFirst())
                .isEqualTo(
                        ("input.sentences(first=archive.cut_off(what=zip, bytes=%d),"
                                        + " second=archive.no_whole_report())")
                                .formatted(content + 3));
    }

    @Test
    void aMailThatIsCutOffBeforeItsReportSaysSo() {
        String mail =
                """
                From: a@r.example
                Subject: a report
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary=x

                --x

                Dear all, see below.
                --x

                """;
        byte[] packed = new Packer.Zip().stored("1.eml", join(bytes(mail), REPORT)).bytes();
        int report = lastIndexOf(packed, REPORT);
        Said said = Said.read(Arrays.copyOf(packed, report));
        assertThat(said.found).containsExactly("problem bad_archive");
        assertThat(said.diagnostics.getFirst()).contains("archive.cut_off(what=zip,");
    }

    private static int lastIndexOf(byte[] all, byte[] wanted) {
        for (int i = all.length - wanted.length; i >= 0; i--) {
            if (Arrays.equals(all, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new AssertionError("not there");
    }

    @Test
    void damageIsToldFromACut() {
        byte[] all = longReport();
        byte[] first = gzip(Arrays.copyOf(all, all.length / 2));
        byte[] second = gzip(Arrays.copyOfRange(all, all.length / 2, all.length));
        Arrays.fill(second, 10, second.length, (byte) 0xff); // a kind of block that does not exist
        Said said = Said.read(join(first, second));
        assertThat(said.found).containsExactly(FOUND);
        assertThat(said.records).isBetween(1L, RECORDS - 1L);
        assertThat(said.remarks)
                .filteredOn(remark -> remark.code().equals("xml.truncated"))
                .singleElement()
                .satisfies(remark ->
                        assertThat(remark.diagnostic().toString())
                                .matches(
                                        "input\\.sentences\\(first=archive\\.broken\\(what=gzip, bytes=\\d+\\),"
                                                + " second=xml\\.at\\(line=\\d+, column=\\d+, flaw=xml\\.ends_inside.*"));
    }

    @Test
    void whatIsWholeAndNoReportStaysNone() {
        assertThat(Recorder.read(gzip(bytes("Dear all, see you tomorrow."))).found)
                .containsExactly("problem not_a_report");
        // Known by its root element, before the cut.
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        byte[] map = gzip(bytes("<urlset>" + HexFormat.of().formatHex(noise) + "</urlset>"));
        assertThat(Recorder.read(Arrays.copyOf(map, map.length - 20)).found)
                .containsExactly("problem not_a_report");
    }
}
