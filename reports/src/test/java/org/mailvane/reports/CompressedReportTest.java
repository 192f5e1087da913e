package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Packer.rawDeflate;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Packer.zlib;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;
import static org.mailvane.reports.Samples.xml;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents as they are, and compressed in every way that receivers send. */
class CompressedReportTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final String FOUND = "aggregate policy.example r1";

    @Test
    void plainXml() {
        assertFound(REPORT);
    }

    @Test
    void plainXmlBehindByteOrderMarkAndBlanks() {
        assertFound(join(bytes("\u00ef\u00bb\u00bf"), REPORT));
        assertFound(join(bytes("\r\n\t  "), REPORT));
    }

    @Test
    void plainXmlBehindJunk() {
        assertFound(join(bytes("This is a report.\r\n\r\n"), REPORT));
    }

    @Test
    void plainXmlInUtf16() {
        String text = xml("policy.example", "r1").replace("UTF-8", "UTF-16");
        assertFound(text.getBytes(StandardCharsets.UTF_16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    void plainXmlInWideCharacters(String encoding) {
        Charset charset = Charset.forName(encoding);
        String text = xml("policy.example", "r1").replace("UTF-8", encoding.substring(0, 6));
        for (String xml : List.of(text, text.replace("Inc.", "\ud83d\ude00".repeat(20_000)))) {
            assertFound(xml.getBytes(charset));
            assertFound(("\ufeff" + xml).getBytes(charset));
            assertFound(gzip(("\ufeff" + xml).getBytes(charset)));
            // One that must be repaired.
            assertFound(xml.replace("Receiver", "A & B").getBytes(charset));
        }
    }

    @Test
    void xmlOfMainframesIsNamed() {
        for (String xml :
                List.of(
                        xml("policy.example", "r1"),
                        xml("policy.example", "r1").replaceFirst("(?s)^.*?(?=<feedback)", ""),
                        xml("policy.example", "r1").replace("\n", ""))) {
            for (String encoding : List.of("IBM037", "IBM1047", "IBM500")) {
                byte[] bytes = xml.getBytes(Charset.forName(encoding));
                for (byte[] file : List.of(bytes, gzip(bytes))) {
                    Recorder read = Recorder.read(file);
                    assertThat(read.found).containsExactly("problem unsupported");
                    assertThat(read.diagnostics.getFirst()).contains("unsupported.ebcdic");
                }
            }
        }
        Recorder utf7 = Recorder.read(bytes(xml("policy.example", "r1").replace("<", "+ADw-")));
        assertThat(utf7.diagnostics.getFirst()).contains("UTF-7");
    }

    @Test
    void nothingButBlanksIsEmpty() {
        assertThat(Recorder.read(new byte[0]).found).containsExactly("problem empty");
        assertThat(Recorder.read(bytes(" \r\n")).found).containsExactly("problem empty");
        assertThat(Recorder.read(gzip(new byte[0])).found).containsExactly("problem empty");
    }

    @Test
    void theWordUnusedIsEmpty() {
        assertThat(Recorder.read(bytes("unused\r\n")).found).containsExactly("problem empty");
        assertThat(Recorder.read(zip("r.xml", bytes("unused"))).found)
                .containsExactly("problem empty");
    }

    @Test
    void otherTextIsNoReportAndSaysWhatItIs() {
        Recorder read = Recorder.read(bytes("Dear all, see you tomorrow."));
        assertThat(read.found).containsExactly("problem not_a_report");
        assertThat(read.diagnostics).containsExactly("input.not_a_report(content=content.text())");
    }

    @Test
    void htmlIsNoReport() {
        Recorder read = Recorder.read(bytes("<!DOCTYPE html><html><br></html>"));
        assertThat(read.found).containsExactly("problem not_a_report");
    }

    @Test
    void pdfAndImagesAreNoReports() {
        assertThat(Recorder.read(bytes("%PDF-1.7 <?xml ?>")).diagnostics)
                .containsExactly("input.not_a_report(content=content.pdf())");
        assertThat(Recorder.read(bytes("\u0089PNG\r\n")).diagnostics)
                .containsExactly("input.not_a_report(content=content.image())");
    }

    @Test
    void gzipOfOneMember() {
        assertFound(gzip(REPORT));
    }

    @Test
    void gzipWithNameCommentExtraAndChecksumInItsHeader() {
        byte[] plain = gzip(REPORT);
        byte[] flags = {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 0};
        byte[] fields = bytes("\u0003\u0000abcname.xml\u0000comment\u0000\u0012\u0013");
        assertFound(join(flags, fields, Arrays.copyOfRange(plain, 10, plain.length)));
    }

    @Test
    void gzipOfSeveralMembers() {
        byte[] first = Arrays.copyOf(REPORT, 500);
        byte[] rest = Arrays.copyOfRange(REPORT, 500, REPORT.length);
        assertFound(join(gzip(first), gzip(new byte[0]), gzip(rest)));
    }

    @Test
    void gzipWithGarbageBehind() {
        assertFound(join(gzip(REPORT), bytes("\r\n--garbage\u0000")));
    }

    @Test
    void gzipWithCutOffTrailer() {
        byte[] packed = gzip(REPORT);
        assertFound(Arrays.copyOf(packed, packed.length - 8));
        assertFound(Arrays.copyOf(packed, packed.length - 3));
    }

    @Test
    void gzipCutOffInTheDocumentIsBrokenOrRepaired() {
        byte[] packed = gzip(REPORT);
        assertThat(Recorder.read(Arrays.copyOf(packed, packed.length / 2)).found)
                .hasSize(1)
                .noneMatch("problem not_a_report"::equals);
    }

    @Test
    void gzipDamagedFromItsStart() {
        byte[] packed = gzip(REPORT);
        Arrays.fill(packed, 10, packed.length, (byte) 0xff);
        assertThat(Recorder.read(packed).found).containsExactly("problem bad_archive");
        assertThat(Recorder.read(Arrays.copyOf(packed, 6)).found)
                .containsExactly("problem bad_archive");
    }

    @Test
    void gzipInGzip() {
        assertFound(gzip(gzip(REPORT)));
    }

    @Test
    void gzipThatIsAZipAndTheReverse() {
        assertFound(gzip(zip("r.xml", REPORT)));
        assertFound(zip("r.xml.gz", gzip(REPORT)));
    }

    @Test
    void zlibStream() {
        assertFound(zlib(REPORT));
    }

    @Test
    void zlibStreamOfSomethingElse() {
        assertFound(zlib(zip("r.xml", REPORT)));
        assertThat(Recorder.read(zlib(bytes("Dear all"))).diagnostics)
                .containsExactly("input.not_a_report(content=content.text())");
        assertThat(Recorder.read(bytes("x\u0001\u0007\u0007")).diagnostics)
                .containsExactly("input.not_a_report(content=content.binary())");
    }

    @Test
    void deflateStreamWithoutAnyHeader() {
        assertFound(rawDeflate(REPORT));
    }

    @Test
    void base64WithoutAnybodySayingSo() {
        assertFound(bytes(MailBuilder.base64(gzip(REPORT))));
        assertFound(bytes(MailBuilder.base64(REPORT)));
    }

    @Test
    void tlsReport() {
        assertThat(Recorder.read(bytes(Samples.tls())).found).containsExactly("tls");
        assertThat(Recorder.read(gzip(bytes(Samples.tls()))).found).containsExactly("tls");
        assertThat(Recorder.read(bytes("\u00ef\u00bb\u00bf" + Samples.tls())).found)
                .containsExactly("tls");
    }

    @Test
    void tlsReportThatIsPackedTwiceOrCutOff() {
        byte[] gzip = gzip(bytes(Samples.tls()));
        assertThat(Recorder.read(gzip(gzip)).found).containsExactly("tls");
        assertThat(Recorder.read(Arrays.copyOf(gzip, gzip.length - 8)).found)
                .containsExactly("tls");
        assertThat(Recorder.read(Arrays.copyOf(gzip, gzip.length - 30)).found)
                .containsExactly("problem bad_archive");
    }

    @Test
    void otherJsonIsNoReport() {
        assertThat(
                        Recorder.read(
                                        bytes(
                                                "{\"a\":{\"policies\":1,\"report-id\":\"\\\"policies\\\":\"}}"))
                                .diagnostics)
                .containsExactly("input.not_a_report(content=content.json())");
    }

    private static void assertFound(byte[] input) {
        assertThat(Recorder.read(input).found).containsExactly(FOUND);
    }
}
