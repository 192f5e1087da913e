package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every mail, archive, compressed file and text among the collected samples of real receivers.
 *
 * <p>The samples lie beside the project (system property {@code mailvane.shared}, else {@code
 * ../shared} from its root) and are not part of it; without them this is skipped.
 */
class SharedCorpusTest {

    private static final Path SAMPLES =
            Path.of(System.getProperty("mailvane.shared", Path.of("..", "..", "shared").toString()))
                    .resolve("corpus")
                    .resolve("reports");

    private static final Pattern CONTAINER = Pattern.compile(".*\\.(eml|mbox|msg|gz|zip|json|txt)");

    private static final String ARROW = " -> ";

    /** File, then what is found in it. */
    private static final String EXPECTED =
            """
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/google.json -> tls
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/microsoft.json -> tls
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/no-contact.json -> tls
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/no-policy.json -> tls
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/no_ip_and_mx.json -> tls
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/rfc-example.json -> tls
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-google-tls.json -> tls
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-lenient-tls.json -> tls
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-rfc8460-tls.json -> tls
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-successonly-tls.json -> tls
            domainaware+parsedmarc/samples/aggregate/Report domain- borschow.com Submitter- google.com Report-ID- 949348866075514174.eml -> aggregate borschow.com 949348866075514174
            domainaware+parsedmarc/samples/aggregate/estadocuenta1.infonacot.gob.mx!example.com!1536853302!1536939702!2940.xml.zip -> aggregate example.com 2940
            domainaware+parsedmarc/samples/aggregate/fastmail.com!example.com!1516060800!1516147199!102675056.xml.gz -> aggregate indemed.com 102675056
            domainaware+parsedmarc/samples/aggregate/mimecast-weird-gzip.eml -> aggregate ab.id.au 157a5fe30ec76f4bc0d8bccfc96c118a167a1280fee7c7465af5115e73082e5e
            domainaware+parsedmarc/samples/aggregate/twilight.eml -> aggregate twlnet.com 1627703331531660819
            domainaware+parsedmarc/samples/extract_report/nice-input.xml.gz -> aggregate example.com 11038226378739404135
            domainaware+parsedmarc/samples/extract_report/nice-input.xml.zip -> aggregate example.com 11038226378739404135
            domainaware+parsedmarc/samples/failure/DMARC Failure Report for domain.de (mail-from=sharepoint@domain.de, ip=10.10.10.10).eml -> failure
            domainaware+parsedmarc/samples/failure/[Netease DMARC Failure Report] Rent Reminder.eml -> failure
            domainaware+parsedmarc/samples/failure/dmarc_ruf_report_linkedin.crlf.eml -> failure
            domainaware+parsedmarc/samples/failure/dmarc_ruf_report_linkedin.eml -> failure
            domainaware+parsedmarc/samples/failure/exim_plain_text_only_no_arf_part.eml -> failure
            domainaware+parsedmarc/samples/smtp_tls/google.com_smtp_tls_report.eml -> tls
            domainaware+parsedmarc/samples/smtp_tls/mail.ru.json -> tls
            domainaware+parsedmarc/samples/smtp_tls/rfc8460.json -> tls
            domainaware+parsedmarc/samples/smtp_tls/smtp_tls.json -> tls
            keltia+dmarc-cat/testdata/bad.zip -> problem empty
            keltia+dmarc-cat/testdata/empty.txt -> problem empty
            keltia+dmarc-cat/testdata/example.com!keltia.net!1538604008!1538690408.xml.gz -> aggregate keltia.net 1a6ffb$9f77bea=6b2f4786a9824806@esa1.eurocontrol.c3s2.iphmx.com
            keltia+dmarc-cat/testdata/google.com!keltia.net!1538438400!1538524799.zip -> aggregate keltia.net 15591417298178277408
            keltia+dmarc-cat/testdata/notempty.txt -> problem not_a_report
            keltia+dmarc-cat/testdata/notempty.txt.gz -> problem not_a_report
            keltia+dmarc-cat/testdata/notempty.zip -> problem not_a_report
            kimon1230+dmarc_report_reader/fixtures/multi-report.zip -> aggregate example.com 12345678901234567890; aggregate example.com 98765432109876543210; aggregate example.com 11111111111111111111
            kimon1230+dmarc_report_reader/fixtures/single-report.zip -> aggregate example.com 12345678901234567890
            kimon1230+dmarc_report_reader/fixtures/valid-report.xml.gz -> aggregate example.com 12345678901234567890
            oliverpool+go-dmarc-report/testdata/test_report.xml.gz -> aggregate test.net 1.id.0
            oliverpool+go-dmarc-report/testdata/test_report.zip -> aggregate test.net 1.id.0
            patrickkerrigan+dmarc-parser/resources/test.gz -> problem not_a_report
            patrickkerrigan+dmarc-parser/resources/test.gz.eml -> problem not_a_report
            patrickkerrigan+dmarc-parser/resources/test.none.eml -> problem not_a_report
            patrickkerrigan+dmarc-parser/resources/test.txt.eml -> problem not_a_report
            patrickkerrigan+dmarc-parser/resources/test.zip -> problem not_a_report
            patrickkerrigan+dmarc-parser/resources/test.zip.eml -> problem not_a_report
            tierpod+dmarc-report-converter/testdata/test.xml.gz -> aggregate test.net 1.id.0
            tierpod+dmarc-report-converter/testdata/test.xml.gz.gz -> aggregate test.net 1.id.0
            tierpod+dmarc-report-converter/testdata/test.xml.zip -> aggregate test.net 1.id.0
            """;

    @Test
    void eachSampleGivesWhatItHolds() throws IOException {
        assumeTrue(Files.isDirectory(SAMPLES), "no samples beside the project");
        assertThat(found()).containsExactlyEntriesOf(expected());
    }

    private static SortedMap<String, List<String>> found() throws IOException {
        SortedMap<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SAMPLES)) {
            for (Path file : files.filter(SharedCorpusTest::isContainer).toList()) {
                Recorder read = Recorder.read(() -> Files.newInputStream(file), Limits.DEFAULT);
                found.put(SAMPLES.relativize(file).toString(), read.found);
            }
        }
        return found;
    }

    private static boolean isContainer(Path file) {
        String name = file.getFileName().toString();
        return CONTAINER.matcher(name).matches() && !name.startsWith("LICENSE");
    }

    private static Map<String, List<String>> expected() {
        SortedMap<String, List<String>> expected = new TreeMap<>(Comparator.naturalOrder());
        for (String line : EXPECTED.lines().toList()) {
            int arrow = line.indexOf(ARROW);
            String file = line.substring(0, arrow);
            expected.put(file, List.of(line.substring(arrow + ARROW.length()).split("; ", -1)));
        }
        return expected;
    }
}
