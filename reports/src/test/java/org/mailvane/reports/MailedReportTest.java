package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.MailBuilder.base64;
import static org.mailvane.reports.MailBuilder.mail;
import static org.mailvane.reports.MailBuilder.multipart;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;
import static org.mailvane.reports.Samples.xml;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports in mails, in all the shapes that receivers give them. */
class MailedReportTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final byte[] OTHER = report("other.example", "r2");
    private static final String FOUND = "aggregate policy.example r1";
    private static final String FOUND_OTHER = "aggregate other.example r2";
    private static final String TEXT = "Content-Type: text/plain; charset=utf-8";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/zip",
                "application/x-zip-compressed",
                "application/x-zip",
                "application/gzip",
                "application/x-gzip",
                "application/octet-stream",
                "application/tlsrpt+gzip",
                "text/xml",
                "application/xml",
                "text/plain; name=report.txt",
                "text/plain",
                "message/rfc822",
                "nonsense",
                "text/html",
                "image/png"
            })
    void whateverTheTypeSaysTheBytesDecide(String type) {
        if (!type.equals("message/rfc822") && !type.equals("text/html")) {
            assertFound(multipart("mixed").attachment(type, REPORT).end());
        }
        assertFound(multipart("mixed").attachment(type, zip("r.xml", REPORT)).end());
        assertFound(multipart("mixed").attachment(type, gzip(REPORT)).end());
        assertThat(
                        Recorder.read(
                                        multipart("mixed")
                                                .attachment(type, gzip(bytes(Samples.tls())))
                                                .end())
                                .found)
                .containsExactly("tls");
    }

    @Test
    void theWholeMailIsOneArchive() {
        assertFound(
                mail().line("Content-Type: application/zip; name=r.zip")
                        .line("Content-Transfer-Encoding: base64")
                        .line("")
                        .line(base64(zip("r.xml", REPORT)))
                        .bytesSoFar());
    }

    @Test
    void withoutContentType() {
        assertFound(
                mail().line("Content-Transfer-Encoding: base64")
                        .line("")
                        .line(base64(gzip(REPORT)))
                        .bytesSoFar());
    }

    @Test
    void behindEmptyLines() {
        byte[] mail = multipart("mixed").attachment("application/gzip", gzip(REPORT)).end();
        assertFound(Packer.join(bytes("\r\n\n"), mail));
        assertFound(Packer.join(bytes("\u00ef\u00bb\u00bf"), mail));
    }

    @Test
    void withoutTransferEncoding() {
        assertFound(
                multipart("mixed")
                        .part("Content-Type: application/gzip", base64(gzip(REPORT)))
                        .end());
    }

    @Test
    void contentTypeWithoutItsHyphen() {
        assertFound(
                mail().line("ContentType: multipart/mixed; boundary=b")
                        .line("")
                        .line("--b")
                        .line("ContentType: application/gzip")
                        .line("Content-Transfer-Encoding: base64")
                        .line("")
                        .line(base64(gzip(REPORT)))
                        .line("--b--")
                        .bytesSoFar());
    }

    @Test
    void fileNameSplitAfterRfc2231() {
        assertPath(
                "application/gzip;\r\n name*0=\"receiver.example!policy\";\r\n name*1=\".example!1!2.xml.gz\"",
                "receiver.example!policy.example!1!2.xml.gz");
    }

    @Test
    void fileNameEncodedAfterRfc2231() {
        assertPath(
                "application/gzip; name*=utf-8'en'r%C3%A9ceiver%21.xml.gz",
                "r\u00e9ceiver!.xml.gz");
        assertPath("application/gzip; name*0*=''a%2; name*1*=0b%zz", "a b%zz");
        assertPath("application/gzip; name*x=a; name*99999999999=b; name*0=c", "c");
    }

    @Test
    void fileNameInEncodedWords() {
        assertPath("application/gzip; name=\"=?utf-8?B?cmVwb3J0LnhtbC5neg==?=\"", "report.xml.gz");
        assertPath("application/gzip; name=\"=?utf-8?Q?a=21b?=\"", "a!b");
        assertPath("application/gzip; name=\"=?nonsense?X?a?=\"", "=?nonsense?X?a?=");
    }

    @Test
    void partsWithoutANameAreCounted() {
        assertPath("application/gzip", "part 2");
    }

    private static void assertPath(String type, String name) {
        Recorder read =
                Recorder.read(
                        multipart("mixed")
                                .part(TEXT, "Hello")
                                .attachment(type, gzip(REPORT))
                                .end());
        assertThat(read.found).containsExactly(FOUND);
        assertThat(read.paths).containsExactly("input > " + name);
    }

    @Test
    void wrongMultipartSubtype() {
        assertFound(
                multipart("alternative")
                        .part(TEXT, "Hello")
                        .part("Content-Type: text/html", "<html><body>Hello</body></html>")
                        .attachment("application/gzip", gzip(REPORT))
                        .end());
    }

    @Test
    void textHtmlAndLogoBesideAReportAreNoWordWorth() {
        assertFound(
                multipart("related")
                        .part(
                                TEXT,
                                "From: the reporter <https://receiver.example>, see below\r\n<b>")
                        .part("Content-Type: text/html", "<?xml version='1.0'?><feedback><p>Hello")
                        .part("Content-Type: text/plain", "<https://receiver.example/dmarc>")
                        .part("Content-Type: text/plain", "")
                        .attachment("image/png; name=logo.png", bytes("\u0089PNG\r\n"))
                        .attachment("application/zip", zip("r.xml", REPORT))
                        .part(TEXT, "This mail was checked for viruses.")
                        .end());
    }

    @Test
    void base64WithStrayCharactersAndWithoutPadding() {
        String text = base64(gzip(REPORT)).replace("=", "");
        String stray = text.substring(0, 20) + " !\t*\r\n\r\n" + text.substring(20);
        assertFound(multipart("mixed").part("Content-Transfer-Encoding: BASE64", stray).end());
    }

    @Test
    void quotedPrintableXml() {
        String quoted = xml("policy.example", "r1").replace("=", "=3D").replace("r1<", "r=\r\n1<");
        assertFound(
                multipart("mixed")
                        .part(
                                "Content-Type: text/xml\r\nContent-Transfer-Encoding: quoted-printable",
                                quoted)
                        .end());
    }

    @Test
    void eightBitXml() {
        String text = xml("policy.example", "r1").replace("Inc.", "\u00c3\u00a9");
        assertFound(
                multipart("mixed")
                        .part("Content-Type: text/xml\r\nContent-Transfer-Encoding: 8bit", text)
                        .end());
    }

    @Test
    void xmlInTheBody() {
        assertFound(mail().line("").line(xml("policy.example", "r1")).bytesSoFar());
        assertFound(
                mail().line("Content-Type: text/plain")
                        .line("")
                        .line("Here is your report:")
                        .line(xml("policy.example", "r1"))
                        .bytesSoFar());
    }

    @Test
    void severalReportsAreAllRead() {
        assertThat(
                        Recorder.read(
                                        multipart("mixed")
                                                .attachment("application/gzip", gzip(REPORT))
                                                .attachment("application/zip", zip("r.xml", OTHER))
                                                .end())
                                .found)
                .containsExactly(FOUND, FOUND_OTHER);
    }

    @Test
    void aPartThatFailsIsSaidAndDoesNotStopTheNext() {
        byte[] damaged = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1};
        Recorder read =
                Recorder.read(
                        multipart("mixed")
                                .attachment("application/gzip; name=a.gz", damaged)
                                .attachment("text/xml; name=b.xml", bytes("<feedback><domain"))
                                .attachment("application/gzip; name=c.gz", gzip(REPORT))
                                .end());
        assertThat(read.found).containsExactly("problem bad_archive", "problem broken", FOUND);
        assertThat(read.paths).containsExactly("input > a.gz", "input > b.xml", "input > c.gz");
    }

    @Test
    void mailInMail() {
        byte[] inner = multipart("mixed").attachment("application/gzip", gzip(REPORT)).end();
        Recorder read = Recorder.read(outer(outer(inner)));
        assertThat(read.found).containsExactly(FOUND);
        assertThat(read.paths).containsExactly("input > part 1 > part 1 > part 1");
        assertFound(outer(multipart("mixed").attachment("message/rfc822", inner).end()));
        assertFound(multipart("mixed").attachment("application/octet-stream", inner).end());
        assertFound(zip("forwarded.eml", inner));
    }

    /** A mail with another boundary around a mail. */
    private static byte[] outer(byte[] mail) {
        String text =
                new String(multipart("mixed").message(mail).end(), StandardCharsets.ISO_8859_1);
        String boundary = "b" + mail.length;
        int inside = text.indexOf("message/rfc822");
        int end = text.lastIndexOf("--=_boundary--");
        return bytes(
                text.substring(0, inside).replace("=_boundary", boundary)
                        + text.substring(inside, end)
                        + "--"
                        + boundary
                        + "--\r\n");
    }

    @Test
    void unusedOrNothingAsAttachmentIsEmpty() {
        assertEmpty(
                multipart("mixed")
                        .part(TEXT, "Hello")
                        .attachment("application/zip", new byte[0])
                        .end());
        assertEmpty(multipart("mixed").part(TEXT, "unused").end());
        assertEmpty(mail().line("").line("unused").bytesSoFar());
        assertEmpty(mail().line("Content-Type: application/zip").line("").bytesSoFar());
    }

    private static void assertEmpty(byte[] mail) {
        assertThat(Recorder.read(mail).found).containsExactly("problem empty");
    }

    @ParameterizedTest
    @CsvSource({
        "base64, '!!!', 100000, true",
        "base64, A, 1, true",
        "base64, '=AAAA', 1, true",
        "quoted-printable, '=|', 100, false",
        "base64, '====|', 100, false",
        "base64, ' |', 100, false",
        "8bit, ' |', 100, false",
    })
    void attachmentOfWhichNothingCanBeDecodedIsBroken(
            String encoding, String line, int times, boolean isBroken) {
        String header =
                """
                Content-Type: application/gzip; name="report.xml.gz"\r
                Content-Transfer-Encoding: %s\
                """
                        .formatted(encoding);
        String body = line.replace("|", "\r\n").repeat(times);
        for (byte[] mail :
                List.of(
                        multipart("mixed").part(TEXT, "Hello").part(header, body).end(),
                        mail().line(header).line("").line(body).bytesSoFar())) {
            Recorder read = Recorder.read(mail);
            assertThat(read.found).containsExactly(isBroken ? "problem broken" : "problem empty");
            if (isBroken) {
                assertThat(read.diagnostics.getFirst())
                        .contains("input.undecodable(encoding=" + encoding);
                assertThat(read.paths.getFirst()).contains("report.xml.gz");
            }
        }
        byte[] both =
                multipart("mixed")
                        .part(header, body)
                        .attachment("application/gzip", gzip(REPORT))
                        .end();
        assertThat(Recorder.read(both).found).contains(FOUND).hasSize(isBroken ? 2 : 1);
    }

    @Test
    void textForPeopleThatCanNotBeDecodedIsNoReport() {
        byte[] mail =
                multipart("mixed")
                        .part(TEXT + "\r\nContent-Transfer-Encoding: base64", "!!!")
                        .end();
        assertThat(Recorder.read(mail).found).containsExactly("problem not_a_report");
    }

    @Test
    void failureReportOfWhichNothingCanBeDecodedIsBroken() {
        byte[] mail =
                multipart("report; report-type=feedback-report")
                        .part(
                                "Content-Type: message/feedback-report\r\n"
                                        + "Content-Transfer-Encoding: base64",
                                "!!!")
                        .end();
        assertThat(Recorder.read(mail).found).containsExactly("problem broken");
    }

    @ParameterizedTest
    @CsvSource({
        "begin-base64 644 r.xml, '!!!!', ====, true",
        "begin-base64 644 r.xml, '', ====, false",
        "begin 644 r.xml, '`', end, false",
    })
    void uuencodedFileOfWhichNothingCanBeDecodedIsBroken(
            String begin, String line, String end, boolean isBroken) {
        byte[] file = bytes(begin + "\n" + line + "\n" + end + "\n");
        assertThat(Recorder.read(file).found)
                .containsExactly(isBroken ? "problem broken" : "problem empty");
    }

    @Test
    void spamIsNoReportSaidOnce() {
        Recorder read =
                Recorder.read(
                        multipart("mixed")
                                .part(TEXT, "Dear friend")
                                .part("Content-Type: text/html", "<html>Dear friend</html>")
                                .attachment(
                                        "application/zip",
                                        new Packer.Zip()
                                                .file("a.txt", bytes("Dear"))
                                                .file("b.pdf", bytes("%PDF-"))
                                                .bytes())
                                .end());
        assertThat(read.found).containsExactly("problem not_a_report");
        assertThat(read.paths).containsExactly("input");
        assertThat(read.diagnostics)
                .containsExactly(
                        "input.not_a_report(content=content.list(first=content.list(first=content.text(),"
                                + " second=content.html()), second=content.pdf()))");
    }

    @Test
    void mailWithoutAnyPartIsNoReport() {
        assertThat(Recorder.read(multipart("mixed").bytesSoFar()).found)
                .containsExactly("problem not_a_report");
    }

    @Test
    void bounceOfAReportIsNotThatReport() {
        byte[] own = multipart("mixed").attachment("application/gzip", gzip(REPORT)).end();
        byte[] bounce =
                multipart("report; report-type=delivery-status")
                        .part(TEXT, "Could not deliver")
                        .part("Content-Type: message/delivery-status", "Status: 5.1.1")
                        .attachment("message/rfc822", own)
                        .end();
        assertThat(Recorder.read(bounce).found).containsExactly("problem not_a_report");
    }

    @Test
    void tlsReportMail() {
        assertThat(
                        Recorder.read(
                                        multipart("report; report-type=tlsrpt")
                                                .part(TEXT, "This is a TLS report")
                                                .attachment(
                                                        "application/tlsrpt+json",
                                                        bytes(Samples.tls()))
                                                .end())
                                .found)
                .containsExactly("tls");
    }

    @Test
    void tlsReportIsTheBodyOfTheMail() {
        byte[] body =
                mail().line("Content-Type: application/tlsrpt+json")
                        .line("")
                        .line(Samples.tls())
                        .bytesSoFar();
        assertThat(Recorder.read(body).found).containsExactly("tls");
        byte[] text = mail().line("").line(Samples.tls()).bytesSoFar();
        assertThat(Recorder.read(text).found).containsExactly("tls");
    }

    @Test
    void largePackedAttachmentIsReadWhole() {
        byte[] filler = new byte[3 << 20];
        byte[] zip = new Packer.Zip().stored("a.bin", filler).file("r.xml", REPORT).bytes();
        assertFound(multipart("mixed").attachment("application/zip", zip).end());
    }

    @Test
    void largePlainXmlAttachmentIsReadWhole() {
        String padding = "<!--" + "many words that say nothing ".repeat(150_000) + "-->";
        String large = xml("policy.example", "r1").replace("<record>", padding + "<record>");
        assertFound(multipart("mixed").attachment("text/xml", bytes(large)).end());
    }

    private static void assertFound(byte[] mail) {
        assertThat(Recorder.read(mail).found).containsExactly(FOUND);
    }
}
