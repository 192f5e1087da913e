package org.mailvane.traffic.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.reclassify.ReclassificationFixture;

/** How many facts a report may have. */
class FactBoundsTest {

    /** So many records of a month have more facts than a report may have. */
    private static final int RECORDS = (int) (FactBounds.OF_REPORT / 31 + 1);

    private static final String ADDRESS = "192.0.2.1";

    @Test
    void countIsExact() {
        FactBounds.Count count = new FactBounds.Count();
        count.add((int) FactBounds.OF_REPORT);
        assertThatThrownBy(() -> count.add(1)).isInstanceOf(FactBounds.Count.Exceeded.class);
    }

    @Test
    @Tag("slow")
    void reportOfAMonthFailsIfItsDifferentRecordsAreTooMany() {
        try (ReclassificationFixture house = new ReclassificationFixture("")) {
            house.take(house.scope, month("same", RECORDS, false));
            assertThat(house.sql.value("select count(*) from fact"))
                    .as("equal records are one")
                    .isEqualTo("31");
            house.take(house.scope, month("different", RECORDS, true));
            assertThat(house.sql.rows("select code, message from ledger_remark"))
                    .containsExactly(
                            "too_many_rows|[{\"code\":\"imports.rows.of_report\",\"arguments\":{\"limit\":5000000}}]");
            assertThat(house.sql.value("select count(*) from fact")).isEqualTo("31");
        }
    }

    @Test
    @Tag("slow")
    void messageHasRoomForAFewReportsOfAMonth() {
        int records = (int) (FactBounds.OF_MESSAGE / 31 / 3 + 1);
        try (ReclassificationFixture house = new ReclassificationFixture("")) {
            house.take(
                    house.scope,
                    zip(
                            month("first", records, false),
                            month("second", records, false),
                            month("third", records, false)));
            assertThat(house.sql.rows("select code, message from ledger_remark"))
                    .containsExactly(
                            "too_many_rows|[{\"code\":\"imports.rows.of_message\",\"arguments\":{\"limit\":10000000}}]");
            assertThat(house.sql.rows("select report_id from report order by id"))
                    .containsExactly("first", "second");
        }
    }

    private static byte[] zip(byte[]... reports) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < reports.length; i++) {
                zip.putNextEntry(new ZipEntry(i + ".xml"));
                zip.write(reports[i]);
            }
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return bytes.toByteArray();
    }

    private static byte[] month(String id, int records, boolean isDifferent) {
        String xml =
                new String(
                        SampleReport.about("shop.example")
                                .id(id)
                                .period("2026-10-01T00:00:00Z", "2026-10-31T23:59:59Z")
                                .record(ADDRESS, 62, "none", true, true)
                                .xml(),
                        StandardCharsets.UTF_8);
        int begin = xml.indexOf("<record>");
        int end = xml.indexOf("</record>") + "</record>".length();
        String record = xml.substring(begin, end);
        StringBuilder all = new StringBuilder(xml.substring(0, begin));
        for (int i = 0; i < records; i++) {
            String address = "10." + (i >> 16) + "." + (i >> 8 & 0xff) + "." + (i & 0xff);
            all.append(isDifferent ? record.replace(ADDRESS, address) : record);
        }
        return all.append(xml.substring(end)).toString().getBytes(StandardCharsets.UTF_8);
    }
}
