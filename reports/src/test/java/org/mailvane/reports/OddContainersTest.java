package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.MailBuilder.base64;
import static org.mailvane.reports.MailBuilder.mail;
import static org.mailvane.reports.MailBuilder.multipart;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What odd programs and gateways make of a report is read, or named. */
class OddContainersTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final byte[] OTHER = report("policy.example", "r2");
    private static final String FOUND = "aggregate policy.example r1";
    private static final String FOUND_OTHER = "aggregate policy.example r2";

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", " \t\n\n", "\u00ef\u00bb\u00bf", "\u0000\u0000"})
    void somethingInvisibleBeforePackedData(String before) {
        assertFound(join(bytes(before), gzip(REPORT)));
        assertFound(join(bytes(before), zip("r.xml", REPORT)));
        assertFound(join(bytes(before), gzip(repairedReport())));
        assertFound(
                multipart("mixed")
                        .attachment("application/gzip", join(bytes(before), gzip(REPORT)))
                        .end());
    }

    private static byte[] repairedReport() {
        return bytes(Samples.xml("policy.example", "r1").replace("Receiver Inc.", "A & B"));
    }

    @Test
    void zipBehindSomethingElse() {
        byte[] zip = zip("r.xml", repairedReport());
        assertFound(join(bytes("MZ\u0090\u0000\u0003"), new byte[200_000], zip));
        assertFound(join(bytes("garbage\u0001\u0002"), zip));
        assertFound(join(bytes("#!/bin/sh\n" + "exit 0 # \n".repeat(2_000)), zip));
        assertFound(join(bytes("garbage\u0001\u0002"), gzip(REPORT)));
        assertFound(
                multipart("mixed")
                        .attachment("application/octet-stream", join(bytes("MZ\u0001\u0002"), zip))
                        .end());
    }

    @Test
    void whatBeginsBehindTheSearchedBytesIsNotFound() {
        byte[] zip = zip("r.xml", REPORT);
        byte[] before = new byte[TextWalk.SEARCHED_BYTES];
        before[0] = 1;
        assertFound(join(Arrays.copyOf(before, before.length - 100_000), zip));
        assertThat(Recorder.read(join(before, before, zip)).found)
                .containsExactly("problem not_a_report");
    }

    @ParameterizedTest
    @CsvSource({"false, '\n'", "false, '\r\n'", "false, '\r'", "true, '\n'"})
    void uuencoded(boolean base64, String lineEnd) {
        byte[] gzip = gzip(REPORT);
        String lines = (base64 ? base64Lines(gzip) : uuencoded(gzip)).replace("\n", lineEnd);
        assertFound(bytes(lines));
        Recorder attached =
                Recorder.read(
                        multipart("mixed")
                                .part(
                                        "Content-Type: application/gzip; name=x.gz\r\n"
                                                + "Content-Transfer-Encoding: x-uuencode",
                                        lines)
                                .end());
        assertThat(attached.found).containsExactly(FOUND);
        assertThat(attached.paths).containsExactly("input > x.gz > r.xml.gz");
        String other = uuencoded(gzip(OTHER)).replace("\n", lineEnd);
        byte[] body =
                mail().line("")
                        .line("Dear all," + lineEnd + "begin 644 times and you end up here.")
                        .line(lines + lineEnd + "And another:" + lineEnd + other + "Bye")
                        .bytesSoFar();
        assertThat(Recorder.read(body).found).containsExactly(FOUND, FOUND_OTHER);
    }

    private static String uuencoded(byte[] content) {
        StringBuilder text = new StringBuilder("begin 644 r.xml.gz\n");
        for (int from = 0; from < content.length; from += 45) {
            byte[] line = Arrays.copyOfRange(content, from, Math.min(content.length, from + 45));
            text.append((char) (' ' + line.length));
            byte[] padded = Arrays.copyOf(line, (line.length + 2) / 3 * 3);
            for (int i = 0; i < padded.length; i += 3) {
                int group =
                        (padded[i] & 0xff) << 16
                                | (padded[i + 1] & 0xff) << 8
                                | padded[i + 2] & 0xff;
                for (int shift = 18; shift >= 0; shift -= 6) {
                    int digit = group >> shift & 0x3f;
                    text.append(digit == 0 ? '`' : (char) (' ' + digit));
                }
            }
            text.append('\n');
        }
        return text + "`\nend\n";
    }

    private static String base64Lines(byte[] content) {
        return "begin-base64 644 r.xml.gz\n"
                + Base64.getMimeEncoder(76, bytes("\n")).encodeToString(content)
                + "\n====\n";
    }

    @Test
    void base64InTheMiddleOfAText() {
        byte[] body =
                mail().line("")
                        .line("CAUTION: this mail came from outside.")
                        .line("")
                        .line(base64(gzip(REPORT)))
                        .bytesSoFar();
        assertFound(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'b'", "\"'b'\"", "c"})
    void aBoundaryThatIsNotBetweenTheParts(String boundary) {
        assertFound(
                mail().line("Content-Type: multipart/mixed; boundary=" + boundary)
                        .line("")
                        .line("--b")
                        .line("Content-Type: application/gzip")
                        .line("Content-Transfer-Encoding: base64")
                        .line("")
                        .line(base64(gzip(REPORT)))
                        .line("--b--")
                        .bytesSoFar());
    }

    @Test
    void noBoundaryAtAll() {
        String parts =
                "--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b\r\n"
                        + "Content-Type: application/gzip\r\n"
                        + "Content-Transfer-Encoding: base64\r\n\r\n"
                        + base64(gzip(REPORT))
                        + "\r\n--b--";
        assertFound(mail().line("Content-Type: multipart/mixed").line("").line(parts).bytesSoFar());
        assertFound(
                mail().line("Content-Type: multipart/mixed")
                        .line("")
                        .line(base64(gzip(REPORT)))
                        .bytesSoFar());
    }

    /** Written in single quotes by the header and the body: then they belong to the boundary. */
    @Test
    void aBoundaryWithQuotesOfItsOwn() {
        byte[] mail = multipart("mixed").attachment("application/gzip", gzip(REPORT)).end();
        String text = new String(mail, StandardCharsets.ISO_8859_1);
        assertFound(bytes(text.replace("=_boundary", "'q'")));
    }

    @Test
    void aMailBehindAQuotedFromLine() {
        byte[] mail = multipart("mixed").attachment("application/gzip", gzip(REPORT)).end();
        byte[] quoted = join(bytes(">From a@b.example Mon Feb  2 01:02:03 2026\r\n"), mail);
        assertFound(quoted);
        assertFound(zip("m.eml", quoted));
        assertFound(join(bytes("From a@b.example Mon Feb  2 01:02:03 2026\r\n"), quoted));
    }

    @Test
    void aMailWithCarriageReturnsAlone() {
        byte[] mail = multipart("mixed").attachment("application/gzip", gzip(REPORT)).end();
        String text = new String(mail, StandardCharsets.ISO_8859_1).replace("\r\n", "\r");
        assertFound(bytes(text));
        assertFound(bytes("From a@b.example Mon Feb  2 01:02:03 2026\r" + text));
    }

    @Test
    void tnef() {
        byte[] tnef =
                tnef(
                        attribute(2, 0x9002, new byte[14]),
                        attribute(2, 0x800f, gzip(REPORT)),
                        attribute(2, 0x8010, bytes("SHORT~1.GZ\0")),
                        attribute(2, 0x9005, longName("report.xml.gz")),
                        attribute(2, 0x9002, new byte[14]),
                        attribute(2, 0x800f, OTHER));
        Recorder read =
                Recorder.read(
                        multipart("mixed")
                                .part("Content-Type: text/plain", "Hello")
                                .attachment("application/ms-tnef; name=winmail.dat", tnef)
                                .end());
        assertThat(read.found).containsExactly(FOUND, FOUND_OTHER);
        assertThat(read.paths.getFirst()).isEqualTo("input > winmail.dat > report.xml.gz");
        assertThat(Recorder.read(tnef).found).containsExactly(FOUND, FOUND_OTHER);
        byte[] inner = join(new byte[16], tnef);
        byte[] forwarded =
                tnef(
                        attribute(2, 0x9002, new byte[14]),
                        attribute(2, 0x9005, property(0x000d, 0x3701, inner)));
        assertThat(Recorder.read(forwarded).found).containsExactly(FOUND, FOUND_OTHER);
    }

    @Test
    void tnefThatIsCutOff() {
        byte[] tnef =
                tnef(
                        attribute(2, 0x9002, new byte[14]),
                        attribute(2, 0x800f, REPORT),
                        attribute(2, 0x9002, new byte[14]),
                        attribute(2, 0x800f, OTHER));
        assertThat(Recorder.read(Arrays.copyOf(tnef, tnef.length - 20)).found)
                .containsExactly(FOUND, "problem broken");
    }

    private static byte[] tnef(byte[]... attributes) {
        return join(bytes("x\u009f>\"\0\0"), join(attributes));
    }

    private static byte[] attribute(int level, int id, byte[] content) {
        ByteBuffer header = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        header.put((byte) level).putShort((short) id).putShort((short) 6).putInt(content.length);
        return join(header.array(), content, new byte[2]);
    }

    private static byte[] longName(String name) {
        return property(0x001f, 0x3707, (name + "\0").getBytes(StandardCharsets.UTF_16LE));
    }

    /** Writes a property after a number and a named property, which are skipped. */
    private static byte[] property(int type, int id, byte[] value) {
        byte[] padded = Arrays.copyOf(value, (value.length + 3) / 4 * 4);
        ByteBuffer all =
                ByteBuffer.allocate(4 + 8 + 4 + 16 + 8 + 4 + 4 + 8 + padded.length)
                        .order(ByteOrder.LITTLE_ENDIAN);
        all.putInt(3).putShort((short) 3).putShort((short) 0x0e20).putInt(7);
        all.putShort((short) 3).putShort((short) 0x8001).put(new byte[16]).putInt(0).putInt(1);
        all.putInt(7);
        all.putShort((short) type).putShort((short) id).putInt(1).putInt(value.length);
        return all.put(padded).array();
    }

    private static final byte[] ENTITY =
            bytes(
                    "Content-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                            + base64(gzip(REPORT)));

    /** Encodes 1.2.840.113549.1.7 and the number that follows it. */
    private static byte[] pkcs7(int number) {
        return der(6, new byte[] {0x2a, -122, 72, -122, -9, 0x0d, 1, 7, (byte) number});
    }

    private static byte[] der(int tag, byte[]... contents) {
        byte[] content = join(contents);
        int length = content.length;
        byte[] header =
                length < 128
                        ? new byte[] {(byte) tag, (byte) length}
                        : new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
        return join(header, content);
    }

    private static byte[] indefinite(int tag, byte[]... contents) {
        return join(new byte[] {(byte) tag, (byte) 0x80}, join(contents), new byte[2]);
    }

    private static byte[] version() {
        return der(2, new byte[] {1});
    }

    @Test
    void signedMail() {
        byte[] signed =
                der(
                        0x30,
                        pkcs7(2),
                        der(
                                0xa0,
                                der(
                                        0x30,
                                        version(),
                                        der(0x31, der(0x30, pkcs7(9))),
                                        der(0x30, pkcs7(1), der(0xa0, der(4, ENTITY))),
                                        der(0x31))));
        byte[] inPieces =
                indefinite(
                        0x30,
                        pkcs7(2),
                        indefinite(
                                0xa0,
                                indefinite(
                                        0x30,
                                        version(),
                                        indefinite(0x31, indefinite(0x30, pkcs7(9))),
                                        indefinite(
                                                0x30,
                                                pkcs7(1),
                                                indefinite(
                                                        0xa0,
                                                        indefinite(
                                                                0x24,
                                                                der(4, Arrays.copyOf(ENTITY, 100)),
                                                                der(
                                                                        4,
                                                                        Arrays.copyOfRange(
                                                                                ENTITY,
                                                                                100,
                                                                                ENTITY.length))))),
                                        der(0x31))));
        for (byte[] file : new byte[][] {signed, inPieces}) {
            assertFound(file);
            assertFound(
                    mail().line("Content-Type: application/pkcs7-mime; name=smime.p7m")
                            .line("Content-Transfer-Encoding: base64")
                            .line("")
                            .line(base64(file))
                            .bytesSoFar());
            assertThat(Recorder.read(Arrays.copyOf(file, 30)).found)
                    .containsExactly("problem bad_archive");
            assertThat(Recorder.read(Arrays.copyOf(file, 300)).found)
                    .containsExactly("problem bad_archive");
        }
    }

    @Test
    void aSignatureBesideTheReportIsNoWordWorth() {
        byte[] signature =
                der(
                        0x30,
                        pkcs7(2),
                        der(0xa0, der(0x30, version(), der(0x31), der(0x30, pkcs7(1)), der(0x31))));
        assertFound(
                multipart("signed; protocol=\"application/pkcs7-signature\"")
                        .attachment("application/gzip", gzip(REPORT))
                        .attachment("application/pkcs7-signature; name=smime.p7s", signature)
                        .end());
        assertThat(Recorder.read(signature).found).containsExactly("problem not_a_report");
    }

    @Test
    void encryptedMail() {
        byte[] enveloped = der(0x30, pkcs7(3), der(0xa0, der(0x30, version())));
        Recorder read = Recorder.read(enveloped);
        assertThat(read.found).containsExactly("problem encrypted");
        assertThat(read.diagnostics.getFirst()).contains("encrypted.smime");
        Recorder pgp =
                Recorder.read(
                        multipart("encrypted")
                                .part("Content-Type: application/pgp-encrypted", "Version: 1")
                                .part(
                                        "Content-Type: application/octet-stream",
                                        "-----BEGIN PGP MESSAGE-----\r\n\r\nhQE\r\n")
                                .end());
        assertThat(pgp.found).containsExactly("problem encrypted");
        assertThat(pgp.diagnostics.getFirst()).contains("encrypted.openpgp");
    }

    @Test
    void macBinary() {
        byte[] header = new byte[128];
        header[1] = 8;
        System.arraycopy(bytes("r.xml.gz"), 0, header, 2, 8);
        assertFound(join(header, gzip(repairedReport()), new byte[100]));
    }

    @ParameterizedTest
    @CsvSource({
        "bzip2, 425A683931415926535900",
        "xz, FD377A585A000004",
        "7-Zip, 377ABCAF271C0004",
        "RAR, 526172211A070100",
        "Zstandard, 28B52FFD04000001",
        "LZ4, 04224D1864404000",
        "compress (.Z), 1F9D900000010203",
        "Microsoft cabinet, 4D53434600000000",
        "AppleSingle, 0005160000020000",
        "lzip, 4C5A495001000102",
        "LHA, 22002D6C68352D00",
    })
    void formatsThatAreNotReadAreNamed(String name, String hex) {
        byte[] file = join(HexFormat.of().parseHex(hex), new byte[20]);
        assertNamed(file, name);
        assertNamed(gzip(file), name);
        assertNamed(multipart("mixed").attachment("application/octet-stream", file).end(), name);
    }

    @ParameterizedTest
    @CsvSource({
        "yEnc, '=ybegin line=128 size=3 name=r.gz'",
        "BinHex, '(This file must be converted with BinHex 4.0)'",
        "PEM, '-----BEGIN PKCS7-----'",
    })
    void textsThatAreNotReadAreNamed(String name, String line) {
        assertNamed(bytes(line + "\r\nabc"), name);
        assertNamed(mail().line("").line("Hello,").line(line).line("abc").bytesSoFar(), name);
    }

    @Test
    void whatIsNotInTheMailIsNamed() {
        assertNamed(
                mail().line("Content-Type: message/partial; id=a; number=1; total=2")
                        .line("")
                        .line("From: a@b.example")
                        .bytesSoFar(),
                "partial_mail");
        assertNamed(
                multipart("mixed")
                        .part(
                                "Content-Type: message/external-body; access-type=URL",
                                "Content-Type: application/gzip\r\n")
                        .end(),
                "external_body");
    }

    private static void assertNamed(byte[] input, String format) {
        Recorder read = Recorder.read(input);
        assertThat(read.found).as(format).containsExactly("problem unsupported");
        assertThat(read.diagnostics)
                .singleElement()
                .isIn(
                        "input.unsupported(format=" + format + ")",
                        "input.unsupported." + format + "()");
    }

    @Test
    void unknownBytesUnderTheNameOfAReport() {
        byte[] unknown = {1, 2, 3, 4, 5};
        byte[] named =
                multipart("mixed").attachment("application/gzip; name=r.xml.gz", unknown).end();
        assertThat(Recorder.read(named).found).containsExactly("problem broken");
        byte[] video = multipart("mixed").attachment("video/mp4; name=a.mp4", unknown).end();
        assertThat(Recorder.read(video).found).containsExactly("problem not_a_report");
    }

    @Test
    void aMailOfAPersonStaysNoReport() {
        assertThat(
                        Recorder.read(
                                        mail().line("")
                                                .line("Dear all, please begin 100 times.")
                                                .line("begin 644 and end it =ybegin <feedback")
                                                .line("PK is not a zip, H4sI is not a gzip.")
                                                .bytesSoFar())
                                .found)
                .containsExactly("problem not_a_report");
    }

    private static void assertFound(byte[] input) {
        assertThat(Recorder.read(input).found).containsExactly(FOUND);
    }
}
