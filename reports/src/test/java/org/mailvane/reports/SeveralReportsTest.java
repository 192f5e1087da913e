package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Packer.zlib;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;
import static org.mailvane.reports.Samples.xml;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several reports in one file are all read, whatever is between them. */
class SeveralReportsTest {

    private static final byte[] FIRST = report("policy.example", "r1");
    private static final byte[] SECOND = report("policy.example", "r2");
    private static final byte[] THIRD = report("policy.example", "r3");
    private static final String ONE = "aggregate policy.example r1";
    private static final String TWO = "aggregate policy.example r2";
    private static final String THREE = "aggregate policy.example r3";
    private static final byte[] MARK = bytes("\u00ef\u00bb\u00bf");

    /** Read in another way than plain ones. */
    private static final byte[] ODD =
            bytes(
                    xml("policy.example", "r2")
                            .replace("<report_metadata>", "<!-- odd --><report_metadata>"));

    private static final byte[] DAMAGED =
            bytes(xml("policy.example", "r2").replace("Receiver Inc.", "A & B"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "\r\n\r\n",
                "\u00ef\u00bb\u00bf",
                "\u0000\u0000",
                "<!-- next -->\n"
            })
    void documents(String between) {
        byte[] gap = bytes(between);
        assertFound(join(FIRST, gap, SECOND, gap, THIRD), ONE, TWO, THREE);
        assertFound(join(FIRST, gap, ODD, gap, THIRD), ONE, TWO, THREE);
        assertFound(join(FIRST, gap, DAMAGED, gap, THIRD), ONE, TWO, THREE);
        assertFound(join(withoutDeclaration(FIRST), gap, withoutDeclaration(SECOND)), ONE, TWO);
        assertFound(join(DAMAGED, gap, FIRST), TWO, ONE);
        assertFound(gzip(join(FIRST, gap, SECOND)), ONE, TWO);
        assertFound(zip("all.xml", join(FIRST, gap, DAMAGED, gap, THIRD)), ONE, TWO, THREE);
    }

    private static byte[] withoutDeclaration(byte[] xml) {
        String text = new String(xml, StandardCharsets.UTF_8);
        return bytes(text.substring(text.indexOf("<feedback")));
    }

    @Test
    void documentsInSeveralEncodings() {
        byte[] utf16 =
                xml("policy.example", "r2")
                        .replace("UTF-8", "UTF-16")
                        .getBytes(StandardCharsets.UTF_16);
        byte[] latin =
                bytes(
                        xml("policy.example", "r3")
                                .replace("UTF-8", "ISO-8859-1")
                                .replace("Inc.", "\u00e9\u00e9\u00e9"));
        byte[] utf8 =
                xml("policy.example", "r1")
                        .replace("Inc.", "é\ud83d\ude00 &")
                        .getBytes(StandardCharsets.UTF_8);
        assertFound(join(utf8, latin, MARK, FIRST), ONE, THREE, ONE);
        assertFound(join(utf8, utf16, FIRST), ONE, TWO, ONE);
        byte[] utf32 =
                ("\ufeff"
                                + xml("policy.example", "r2")
                                        .replace("Inc.", "\ud83d\ude00".repeat(9_000)))
                        .getBytes(Charset.forName("UTF-32LE"));
        assertFound(join(utf8, utf32, utf32, FIRST), ONE, TWO, TWO, ONE);
    }

    @Test
    void junkBetweenDocuments() {
        assertFound(join(FIRST, bytes("\n-- \nsent by a robot\n"), SECOND), ONE, TWO);
        byte[] noise = bytes("#".repeat(100_000));
        assertFound(join(FIRST, noise, SECOND, noise), ONE, TWO);
    }

    @Test
    void whatFollowsIsReadAsWhatItIs() {
        assertFound(join(FIRST, gzip(SECOND), zip("3.xml", THIRD), FIRST), ONE, TWO, THREE, ONE);
        assertFound(join(zip("1.xml", FIRST), zip("2.xml", SECOND)), ONE, TWO);
        assertFound(join(zlib(FIRST), FIRST), ONE, ONE);
        assertFound(join(FIRST, bytes(Samples.tls())), ONE, "tls");
        assertFound(join(FIRST, bytes("BZh91AY&SY\u0001\u0002")), ONE, "problem unsupported");
    }

    @Test
    void aDocumentThatFailsDoesNotKeepTheNextFromBeingRead() {
        String noPeriod = xml("policy.example", "r2").replaceAll("<date_range>.*</date_range>", "");
        assertFound(join(FIRST, bytes(noPeriod), THIRD), ONE, "problem no_period", THREE);
        byte[] cut = Arrays.copyOf(SECOND, SECOND.length / 3);
        assertFound(join(FIRST, cut, THIRD), ONE, "problem broken", THREE);
        assertFound(join(cut, THIRD), "problem broken", THREE);
        assertFound(join(FIRST, cut), ONE, "problem broken");
        assertFound(
                join(FIRST, Arrays.copyOfRange(SECOND, 700, SECOND.length)), ONE, "problem broken");
    }

    @Test
    void wrappers() {
        byte[] one = withoutDeclaration(FIRST);
        byte[] two = withoutDeclaration(SECOND);
        assertFound(
                join(bytes("<?xml version='1.0'?><reports>"), one, two, bytes("</reports>")),
                ONE,
                TWO);
        assertFound(join(bytes("<s:Envelope><s:Body>"), one, bytes("</s:Body></s:Envelope>")), ONE);
        assertFound(join(bytes("<feedback>"), one, two, bytes("</feedback>")), ONE, TWO);
        assertFound(join(bytes("<reports>"), DAMAGED, THIRD, bytes("</reports>")), TWO, THREE);
        assertFound(bytes("<reports><report>none</report></reports>"), "problem not_a_report");
        assertFound(bytes("<reports><report_metadata/></reports>"), "problem broken");
    }

    @Test
    void gzipMembers() {
        byte[] all = join(gzip(FIRST), gzip(SECOND), gzip(DAMAGED));
        assertFound(all, ONE, TWO, TWO);
        assertFound(join(all, bytes("\r\ngarbage")), ONE, TWO, TWO);
        assertFound(join(gzip(FIRST), gzip(bytes(Samples.tls()))), ONE, "tls");
        assertFound(join(gzip(FIRST), bytes("\u0000\u0000\u0000"), gzip(SECOND)), ONE, TWO);
        assertFound(join(gzip(FIRST), SECOND), ONE, TWO);
        assertFound(gzip(join(zip("1.xml", FIRST), zip("2.xml", SECOND))), ONE, TWO);
    }

    @Test
    void aFurtherMemberThatIsDamagedIsSaid() {
        byte[] second = gzip(SECOND);
        Arrays.fill(second, 10, second.length, (byte) 0xff);
        assertFound(join(gzip(FIRST), second), ONE, "problem bad_archive");
        assertFound(join(gzip(FIRST), Arrays.copyOf(gzip(SECOND), 6)), ONE, "problem bad_archive");
    }

    @Test
    void tlsReports() {
        String tls = Samples.tls();
        assertFound(bytes(tls + tls), "tls", "tls");
        assertFound(bytes(tls + "\n" + tls + "\r\n"), "tls", "tls");
        assertFound(bytes("[" + tls + "," + tls + "]"), "tls", "tls");
        assertFound(bytes(tls + "\u001e" + tls), "tls", "tls");
        assertFound(bytes("{\"reports\":[" + tls + "," + tls + "]}"), "tls", "tls");
        assertFound(bytes("{\"kind\":{},\"report\":" + tls + "}"), "tls");
        assertFound(bytes(tls + "\n{\"broken: \n" + tls), "tls", "problem broken");
        assertFound(join(bytes(tls), FIRST), "tls", "problem broken");
        assertFound(join(bytes("\u00ef\u00bb\u00bf" + tls), MARK, bytes(tls)), "tls", "tls");
    }

    /** The time for many grows with their bytes, whether they are plain or not. */
    @Test
    @CpuLimit(10)
    void many() {
        List<byte[]> all = new ArrayList<>();
        IntStream.range(0, 1_500).forEach(i -> all.add(i % 2 == 0 ? FIRST : DAMAGED));
        assertThat(Recorder.read(join(all.toArray(byte[][]::new))).found)
                .hasSize(1_500)
                .allMatch(found -> found.equals(ONE) || found.equals(TWO));
    }

    @Test
    void tooMany() {
        byte[] all = bytes("<feedback/>".repeat(Limits.DOCUMENTS + 2));
        Recorder read = Recorder.read(all);
        assertThat(read.found).containsExactly("problem too_many_entries");
        assertThat(read.diagnostics.getLast()).contains("limit.documents");
    }

    /** One that is too large to be kept is opened again at its place. */
    @Test
    void large() {
        String filler = "<!--" + "x".repeat(3 << 20) + "-->";
        byte[] large =
                bytes(
                        xml("policy.example", "r2")
                                .replace("<report_metadata>", filler + "<report_metadata>"));
        assertFound(join(FIRST, large, large, THIRD), ONE, TWO, TWO, THREE);
        assertThat(
                        Recorder.read(
                                        () ->
                                                new ByteArrayInputStream(
                                                        gzip(join(FIRST, large, THIRD))),
                                        Limits.DEFAULT)
                                .found)
                .containsExactly(ONE, TWO, THREE);
    }

    private static void assertFound(byte[] input, String... found) {
        assertThat(Recorder.read(input).found).containsExactly(found);
    }
}
