package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.intake.ReasonTexts;
import org.mailvane.intake.ledger.Reasons;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remark;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;

/** Whatever an import says of what it read, the German page says in German, to the last word. */
class ReasonsInGermanTest {

    /** Words of our English sentences that are none of German. */
    private static final Pattern ENGLISH =
            Pattern.compile(
                    "\\b(the|an?|and|of|for|that|its|it|is|are|no|not|from|with|which|what|begins|ends"
                            + "|inside|stands|line|column|bytes? are|report|could|read|cut|off|behind"
                            + "|missing|taken|left|out|rows|messages|above|were|kept|more|there)\\b");

    /** Names of fields and values, which are the same in all languages. */
    private static final Pattern QUOTED =
            Pattern.compile(
                    "'[^']*'|\"[^\"]*\"|receiver!.*end|sender!.*id|\\b[a-z]+([-_.][a-z]+)+\\b");

    private static final String XML =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <feedback><report_metadata><org_name>R</org_name><email>a@r.example</email>
            <report_id>1</report_id><date_range><begin>1700000000</begin><end>1700086399</end></date_range>
            </report_metadata><policy_published><domain>d.example</domain><p>none</p></policy_published>
            <record><row><source_ip>192.0.2.1</source_ip><count>2</count><policy_evaluated>
            <disposition>none</disposition><dkim>pass</dkim><spf>pass</spf></policy_evaluated></row>
            <identifiers><header_from>d.example</header_from></identifiers>
            <auth_results><spf><domain>d.example</domain><result>pass</result></spf></auth_results></record>
            </feedback>
            """;

    private static final String TLS =
            """
            {"organization-name":"R","date-range":{"start-datetime":"2026-01-01T00:00:00Z",
            "end-datetime":"2026-01-01T23:59:59Z"},"contact-info":"tls@r.example","report-id":"1",
            "policies":[{"policy":{"policy-type":"sts","policy-domain":"d.example"},
            "summary":{"total-successful-session-count":5,"total-failure-session-count":1},
            "failure-details":[{"result-type":"certificate-expired","failed-session-count":1}]}]}
            """;

    /** Inputs of which something is to be said. */
    private static Map<String, byte[]> inputs() {
        Map<String, byte[]> all = new TreeMap<>();
        xml(all);
        tls(all);
        containers(all);
        return all;
    }

    private static void xml(Map<String, byte[]> all) {
        for (String count : List.of("-5", "abc", "", "0", "12345678901234567890")) {
            all.put("count " + count, bytes(XML.replace(">2<", ">" + count + "<")));
        }
        all.put("count missing", bytes(XML.replace("<count>2</count>", "")));
        all.put("address", bytes(XML.replace("192.0.2.1", "192.0.2.999")));
        String record = XML.substring(XML.indexOf("<record>"), XML.indexOf("</feedback>"));
        all.put(
                "one address of two",
                bytes(XML.replace(record, record + record.replace("192.0.2.1", "x"))));
        all.put("address missing", bytes(XML.replace("<source_ip>192.0.2.1</source_ip>", "")));
        all.put("period half", bytes(XML.replace("<end>1700086399</end>", "")));
        all.put("period turned", bytes(XML.replace("1700086399", "1600086399")));
        all.put("period none", bytes(XML.replaceAll("<begin>.*</end>", "")));
        all.put("domain none", bytes(XML.replace("d.example", "")));
        all.put(
                "results",
                bytes(
                        XML.replace(
                                "<spf><domain>d.example</domain><result>pass</result></spf>",
                                "<spf><domain>d.example</domain><result>pass</result></spf>"
                                        .repeat(Limits.RESULTS_PER_RECORD + 1))));
        all.put("doctype", bytes("<!DOCTYPE feedback [<!ENTITY a \"b\">]>" + XML.substring(39)));
        all.put("deep", bytes("<feedback>" + "<x>".repeat(Limits.XML_DEPTH)));
        all.put("no element", bytes("<!-- a comment -->"));
        all.put("page", bytes("<!DOCTYPE html><html><body>"));
        all.put("other root", bytes("<urlset></urlset>"));
        // What is wrong in a document is said where too little can be read of it.
        for (String damage :
                List.of(
                        "a < b",
                        "a & b",
                        "\u0001",
                        "<![CDATA[ x",
                        "<!-- x",
                        "<?x",
                        "<x a=>",
                        "</x>",
                        "<row><feedback>",
                        "<record><report_metadata>",
                        "")) {
            all.put("damage " + damage, bytes("<feedback>" + damage));
            all.put(
                    "damage before " + damage,
                    bytes("<?xml version=\"1.0\"?>" + damage + "<feedback>"));
            all.put("damage behind " + damage, bytes("<feedback></feedback>" + damage));
        }
        all.put("schema", bytes("<xs:schema><feedback><record>"));
        all.put("declaration", bytes("<feedback><?xml version=\"1.0\"?>"));
        for (int length = 50; length < XML.length(); length += 7) {
            all.put("cut " + length, bytes(XML.substring(0, length)));
        }
    }

    private static void tls(Map<String, byte[]> all) {
        all.put("sessions", bytes(TLS.replace(":5,", ":-5,")));
        all.put("sessions word", bytes(TLS.replace(":5,", ":\"many\",")));
        all.put(
                "sessions missing",
                bytes(TLS.replace("\"total-successful-session-count\":5,", "")));
        all.put("failed sessions", bytes(TLS.replace("\"failed-session-count\":1", "\"x\":1")));
        all.put("no summary", bytes(TLS.replaceAll("\"summary\":\\{[^}]*\\},", "")));
        all.put("form", bytes(TLS.replace("\"report-id\":\"1\"", "\"report-id\":{\"a\":1}")));
        all.put("form 2", bytes(TLS.replaceAll("\"summary\":\\{[^}]*\\}", "\"summary\":1")));
        all.put("period", bytes(TLS.replaceAll("\"end-datetime\":\"[^\"]*\"", "\"x\":1")));
        all.put("period turned", bytes(TLS.replace("2026-01-01T23", "2025-01-01T23")));
        all.put("period none", bytes(TLS.replaceAll("2026-01-01T\\d\\d", "never")));
        all.put("no domain", bytes(TLS.replace("d.example", "")));
        all.put(
                "policies",
                bytes(many(TLS, "{\"policy\":", "]}\n", Limits.POLICIES_PER_REPORT + 1)));
        all.put(
                "failures",
                bytes(many(TLS, "{\"result-type\"", "]}]}\n", Limits.FAILURES_PER_REPORT + 1)));
        all.put(
                "hosts",
                bytes(
                        TLS.replace(
                                "\"policy-type\"",
                                "\"mx-host\":["
                                        + "\"a.example\",".repeat(Limits.ITEMS_PER_POLICY + 1)
                                        + "\"b.example\"],\"policy-type\"")));
        for (int length = 30; length < TLS.length() - 1; length += 11) {
            all.put("tls cut " + length, bytes(TLS.substring(0, length)));
        }
    }

    /** The same text with the piece that begins so, up to its end, so many times. */
    private static String many(String text, String begin, String end, int times) {
        int from = text.indexOf(begin);
        int to = text.lastIndexOf(end);
        String piece = text.substring(from, to);
        return text.substring(0, from) + (piece + ",").repeat(times) + piece + text.substring(to);
    }

    private static void containers(Map<String, byte[]> all) {
        byte[] gzip = gzip(bytes(XML));
        byte[] zip = zip(bytes(XML));
        byte[] tls = gzip(bytes(TLS));
        for (int cut = 3; cut < 200; cut += 7) {
            all.put("gzip cut " + cut, Arrays.copyOf(gzip, gzip.length - cut));
            all.put("zip cut " + cut, Arrays.copyOf(zip, zip.length - cut));
            all.put("tls gzip cut " + cut, Arrays.copyOf(tls, tls.length - cut));
        }
        all.put("gzip begun", Arrays.copyOf(gzip, 12));
        all.put("zip begun", Arrays.copyOf(zip, 12));
        byte[] damaged = gzip.clone();
        Arrays.fill(damaged, 10, damaged.length, (byte) 0xff);
        all.put("gzip damaged", damaged);
        byte[] encrypted = zip.clone();
        encrypted[6] |= 1;
        all.put("zip encrypted", encrypted);
        byte[] method = zip.clone();
        method[8] = 99;
        all.put("zip method", method);
        byte[] stored = zip.clone();
        stored[8] = 0;
        all.put("zip stored", stored);
        byte[] deep = bytes(XML);
        for (int i = 0; i <= Limits.DEFAULT.archiveDepth(); i++) {
            deep = gzip(deep);
        }
        all.put("nested", deep);
        all.put("bomb", gzip(new byte[40 << 20]));
        all.put("two", bytes(XML + XML.substring(0, 300)));
        all.put("torn", bytes(XML.replace("<row>", "<ro<")));
        all.put("start missing", bytes(XML.replace("<count>", "")));
        all.put("end missing", bytes(XML.replace("</header_from>", "")));
        all.put("two in one", bytes(XML.replace("<row>", "<row><count>7</count>")));
        all.put("wrapped", bytes("<reports><policy_published>"));
        all.put("documents", bytes("<feedback/>".repeat(Limits.DOCUMENTS + 2)));
        all.put("bzip2", bytes("BZh91AY&SY\u0001\u0002"));
        all.put("partial", bytes("From: a@b.example\nContent-Type: message/partial\n\nx"));
        all.put("elsewhere", bytes("From: a@b.example\nContent-Type: message/external-body\n\nx"));
        all.put("pgp", bytes("-----BEGIN PGP MESSAGE-----\n"));
        all.put("tnef", new byte[] {0x78, (byte) 0x9f, 0x3e, 0x22, 0, 0, 1});
        all.put("empty", new byte[0]);
        all.put("unused", bytes("unused"));
        all.put("text", bytes("Dear all"));
        all.put("pdf", bytes("%PDF-1.7"));
        all.put("image", bytes("GIF89a"));
        all.put("binary", new byte[] {1, 2, 3, 4});
        all.put("json", bytes("{\"a\":1}"));
        all.put("html", bytes("<html><body></body></html>"));
        byte[] ole = new byte[2000];
        byte[] magic = {
            (byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, (byte) 0xa1, (byte) 0xb1, 0x1a, (byte) 0xe1
        };
        System.arraycopy(magic, 0, ole, 0, magic.length);
        all.put("ole", ole);
        all.put("bounce", mail("message/delivery-status", "Status: 5.0.0"));
        all.put("complaint", mail("message/feedback-report", "Feedback-Type: abuse\nVersion: 1\n"));
        all.put(
                "many parts",
                bytes(
                        "From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n"
                                + "--x\n\na\n".repeat(Limits.DEFAULT.mailParts() + 2)
                                + "--x--\n"));
        all.put(
                "long header",
                bytes(
                        "From: a@b.example\nSubject: "
                                + "x".repeat(Limits.MAIL_HEADER_LENGTH)
                                + "\n\n"));
    }

    private static byte[] mail(String type, String content) {
        return bytes(
                """
                From: a@b.example
                Subject: x
                MIME-Version: 1.0
                Content-Type: multipart/report; boundary=x; report-type=delivery-status

                --x

                A text.
                --x
                Content-Type: %s

                %s
                --x--
                """
                        .formatted(type, content));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
            packed.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    private static byte[] zip(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream packed = new ZipOutputStream(out)) {
            packed.putNextEntry(new ZipEntry("r.xml"));
            packed.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    /** Keeps what an import says. */
    private static final class Told implements ReportSink {

        private final List<Problem> problems = new ArrayList<>();
        private final List<Remark> losses = new ArrayList<>();

        static Told of(byte[] input) {
            Told told = new Told();
            try {
                new ReportReader(Limits.DEFAULT)
                        .read("input", () -> new ByteArrayInputStream(input), told);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            return told;
        }

        @Override
        public void record(AggregateRecord record) {}

        @Override
        public void restart() {}

        @Override
        public void aggregate(AggregateReport report) {
            add(report.remarks());
        }

        @Override
        public void failureFound() {}

        @Override
        public void failure(FailureReport report) {}

        @Override
        public void tls(TlsReport report) {
            add(report.remarks());
        }

        private void add(List<Remark> remarks) {
            remarks.stream().filter(Remark::isLoss).forEach(losses::add);
        }

        @Override
        public void problem(Problem problem) {
            problems.add(problem);
        }
    }

    private static void assertGerman(String from, Diagnostic diagnostic) {
        assertGerman(from, Reasons.of(diagnostic));
    }

    private static void assertGerman(String from, Message message) {
        String english = MessageFormatter.forPrograms().format(message);
        assertThat(english).as(from).isNotEqualTo(message.code()).doesNotContain("{");
        String german = MessageFormatter.of(Language.GERMAN).format(message);
        assertThat(QUOTED.matcher(german).replaceAll(""))
                .as("%s: %s", from, english)
                .isNotEqualTo(message.code())
                .doesNotContainPattern(ENGLISH)
                .doesNotContain("{");
    }

    /** Arguments that patterns write as numbers. */
    private static final Set<String> NUMBERS = Set.of("line", "column", "number");

    /** What a text shows of an argument that has this value. */
    private static String shown(String argument) {
        if (argument.equals("what")) {
            return "zip";
        }
        return NUMBERS.contains(argument)
                ? String.valueOf(argument.length())
                : "<" + argument + ">";
    }

    /** All that the library can say has a text, whose arguments are those of the library. */
    @ParameterizedTest
    @EnumSource(DiagnosticCode.class)
    void whateverTheLibraryCanSayHasATextWithAllItsValues(DiagnosticCode code) {
        Diagnostic diagnostic = Diagnostic.of(code);
        for (String argument : code.arguments()) {
            diagnostic =
                    NUMBERS.contains(argument)
                            ? diagnostic.with(argument.length())
                            : diagnostic.with(argument.equals("what") ? "zip" : shown(argument));
        }
        for (Language language : Language.values()) {
            String text = MessageFormatter.of(language).format(Reasons.of(diagnostic));
            assertThat(text).isNotEqualTo(Reasons.of(diagnostic).code()).doesNotContain("{");
            for (String argument : code.arguments()) {
                assertThat(text).contains(shown(argument));
            }
        }
    }

    @Test
    @Tag("slow")
    void whatIsReadSaysItInGerman() {
        Set<Problem.Reason> reasons = EnumSet.noneOf(Problem.Reason.class);
        Set<String> losses = new TreeSet<>();
        inputs().forEach((name, input) -> {
            Told told = Told.of(input);
            for (Problem problem : told.problems) {
                reasons.add(problem.reason());
                assertGerman(name, problem.diagnostic());
            }
            for (Remark loss : told.losses) {
                losses.add(loss.code());
                assertGerman(name, loss.diagnostic());
            }
        });
        // TOO_LARGE of unpacked bytes would take as many.
        Set<Problem.Reason> all = EnumSet.allOf(Problem.Reason.class);
        assertThat(reasons).isEqualTo(all);
        assertThat(losses)
                .containsExactlyInAnyOrder(
                        "record.count",
                        "record.source_ip",
                        "record.results_dropped",
                        "record.repeated",
                        "xml.truncated",
                        "xml.unclosed",
                        "policy.count",
                        "failure.count",
                        "json.cut_off",
                        "report.policies_dropped",
                        "report.failures_dropped",
                        "policy.items_dropped");
    }

    static Stream<Message> reasons() {
        return ReasonTexts.all().stream();
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void whatBecameOfItIsSaidInGerman(Message reason) {
        assertGerman("", reason);
    }

    /** Two kinds of content in one mail, in any order. */
    @Test
    void whatIsThereInsteadIsSaidInGerman() {
        List<byte[]> parts =
                List.of(
                        bytes("Dear all"),
                        bytes("%PDF-1.7"),
                        bytes("GIF89a"),
                        new byte[] {1, 2, 3, 4},
                        bytes("{\"a\":1}"),
                        bytes("<html><body></body></html>"));
        for (byte[] first : parts) {
            for (byte[] second : parts) {
                Told told = Told.of(zipOf(first, second));
                assertThat(told.problems).hasSize(1);
                assertGerman("", told.problems.getFirst().diagnostic());
            }
        }
        Told all =
                Told.of(
                        zipOf(
                                Stream.concat(
                                                parts.stream(),
                                                Stream.of(
                                                        OLD_OFFICE,
                                                        bytes("%!PS"),
                                                        bytes("From: a@example.com\n\nHello")))
                                        .toArray(byte[][]::new)));
        assertThat(all.problems).hasSize(1);
        assertThat(all.problems.getFirst().diagnostic().has(DiagnosticCode.CONTENT_OFFICE))
                .isTrue();
        assertGerman("", all.problems.getFirst().diagnostic());
        Set<Diagnostic> said =
                Stream.of(bytes("Dear all"), bytes("%PDF-1.7"))
                        .map(part -> Told.of(part).problems.getFirst().diagnostic())
                        .collect(Collectors.toSet());
        assertThat(said).hasSize(2);
    }

    private static final byte[] OLD_OFFICE = {
        (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1
    };

    private static byte[] zipOf(byte[]... files) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream packed = new ZipOutputStream(out)) {
            for (int i = 0; i < files.length; i++) {
                packed.putNextEntry(new ZipEntry(String.valueOf(i)));
                packed.write(files[i]);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
