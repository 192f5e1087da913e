package org.mailvane.reports.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remark;

/** A report out of which something was cut is refused, or says that something is lost. */
class DamagedReportTest {

    private static final String REPORT = report(3);

    /** Ends of a cut that are tried: of every begin those at these distances. */
    private static final int STEP = 37;

    private static String report(int records) {
        StringBuilder xml =
                new StringBuilder(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <feedback><report_metadata><org_name>Receiver</org_name>\
                        <email>dmarc@receiver.example</email><report_id>r-1</report_id>\
                        <date_range><begin>1700000000</begin><end>1700086399</end></date_range>\
                        </report_metadata><policy_published><domain>sender.example</domain>\
                        <adkim>r</adkim><p>none</p></policy_published>
                        """);
        for (int i = 1; i <= records; i++) {
            xml.append(
                    """
                    <record><row><source_ip>192.0.2.%d</source_ip><count>%d</count>\
                    <policy_evaluated><disposition>none</disposition><dkim>pass</dkim>\
                    <spf>fail</spf></policy_evaluated></row><identifiers>\
                    <header_from>sender.example</header_from></identifiers><auth_results>\
                    <dkim><domain>sender.example</domain><selector>s</selector>\
                    <result>pass</result></dkim><spf><domain>b.example</domain>\
                    <result>fail</result></spf></auth_results></record>
                    """
                            .formatted(i, 100 * i));
        }
        return xml + "</feedback>\n";
    }

    /** Where XML is still well-formed, nothing tells that there was more. */
    @Test
    @Tag("slow")
    void whatIsMissingIsSaidWhereverTheCutIs() throws IOException {
        List<AggregateRecord> all = read(REPORT).records;
        AggregateReader reader = new AggregateReader();
        List<String> silent = new ArrayList<>();
        int repaired = 0;
        for (int from = 0; from < REPORT.length(); from++) {
            for (int to = from + 1 + from % STEP; to <= REPORT.length(); to += STEP) {
                String cut = REPORT.substring(0, from) + REPORT.substring(to);
                Collected read = read(reader, cut);
                boolean lossless =
                        read.problems.isEmpty()
                                && read.report().remarks().stream().noneMatch(Remark::isLoss);
                repaired += lossless ? 1 : 0;
                if (lossless && !read.records.equals(all) && !isWellFormed(cut)) {
                    silent.add(
                            "... %s|%s ..."
                                    .formatted(
                                            REPORT.substring(Math.max(0, from - 40), from),
                                            REPORT.substring(
                                                    to, Math.min(REPORT.length(), to + 40))));
                } else if (!lossless && !read.problems.isEmpty()) {
                    assertThat(read.problems).as(cut).hasSize(1);
                    assertThat(read.reports).as(cut).isEmpty();
                }
            }
        }
        assertThat(silent).isEmpty();
        assertThat(repaired).isPositive();
    }

    private static boolean isWellFormed(String xml) {
        try {
            XMLStreamReader reader =
                    XMLInputFactory.newDefaultFactory()
                            .createXMLStreamReader(
                                    new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
            while (reader.hasNext()) {
                reader.next();
            }
            return true;
        } catch (XMLStreamException e) {
            return false;
        }
    }

    /** The cut that lost 500 messages. */
    @Test
    void fromThePolicyIntoTheOnlyRecord() throws IOException {
        String report = report(1);
        int to = report.lastIndexOf("<result>");
        String cut = report.substring(0, report.indexOf("<adkim>")) + report.substring(to);
        assertBroken(read(cut), "xml.outside_of_record(element=result)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "<record><row>||xml.outside_of_record(element=source_ip)",
                "</spf></auth_results>||",
                "<source_ip>192.0.2.1</source_ip><count>||xml.start_missing(element=count)",
                "<count>100</count><policy_evaluated>|<|xml.start_missing(element=policy_evaluated)",
                "<report_id>||xml.start_missing(element=report_id)",
                "</report_id>||xml.end_missing(element=report_id)",
            })
    void aTagThatIsMissing(String cut, @Nullable String by, @Nullable String diagnostic)
            throws IOException {
        Collected read = read(report(1).replace(cut, by == null ? "" : by));
        if (diagnostic == null) {
            assertThat(losses(read)).contains("xml.unclosed");
        } else {
            assertBroken(read, diagnostic);
        }
    }

    /** Two records that became one. */
    @Test
    void aRecordWithTwoAddresses() throws IOException {
        String report = report(2);
        String cut =
                report.substring(0, report.indexOf("</row>") + "</row>".length())
                        + report.substring(report.lastIndexOf("<row>"));
        assertThat(losses(read(cut))).containsExactly("record.repeated");
    }

    /** Nothing of it counts; the reporter did send something. */
    @Test
    void noRecordThatCanBeUsed() throws IOException {
        assertBroken(
                read(report(2).replaceAll("192\\.0\\.2\\.\\d", "host.example")), "xml.no_record");
    }

    /** As some write a report of no mail. */
    @Test
    void aRecordOfNoMessagesIsNoLoss() throws IOException {
        String empty = report(1).replace("192.0.2.1", "").replace("<count>100<", "<count>0<");
        assertThat(read(empty).report().recordCount()).isZero();
    }

    /** What is around records is not in them. */
    @Test
    void repairsThatLoseNothing() throws IOException {
        String report = report(2);
        for (String odd :
                List.of(
                        report.replace("Receiver<", "R & B <inc><"),
                        report.replace("</email>", "</email></email>"),
                        report.replace("<org_name>", "<?x?><org_name>"))) {
            Collected read = read(odd);
            assertThat(read.records).isEqualTo(read(report).records);
            assertThat(losses(read)).isEmpty();
        }
    }

    private static void assertBroken(Collected read, String diagnostic) {
        assertThat(read.reports).isEmpty();
        assertThat(read.problems)
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(Problem.Reason.BROKEN);
                    assertThat(problem.diagnostic().toString()).contains(diagnostic);
                });
    }

    private static List<String> losses(Collected read) {
        return read.report().remarks().stream().filter(Remark::isLoss).map(Remark::code).toList();
    }

    private static Collected read(String xml) throws IOException {
        return read(new AggregateReader(), xml);
    }

    private static Collected read(AggregateReader reader, String xml) throws IOException {
        Collected read = new Collected();
        reader.read("r.xml", Collected.source(xml.getBytes(StandardCharsets.UTF_8)), read);
        return read;
    }
}
