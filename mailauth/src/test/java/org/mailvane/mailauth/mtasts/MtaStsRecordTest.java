package org.mailvane.mailauth.mtasts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.testing.ZoneDns;

class MtaStsRecordTest {

    @Test
    void theIdIsTheFirstOneWhereThatIsRight() {
        assertThat(MtaStsParser.parse("v=STSv1; id=a1; id=b2;").id()).contains("a1");
        assertThat(MtaStsParser.parse("v=STSv1; id=a-1; id=b2;").id()).isEmpty();
        assertThat(MtaStsParser.parse("v=STSv1;").id()).isEmpty();
    }

    @Test
    void findingsSayWhereTheyStand() {
        Finding finding =
                MtaStsParser.parse("v=STSv1; id=2026-01;").tags().get(1).messages().getFirst();
        assertThat(finding.is(MtaStsFindings.ID_MALFORMED)).isTrue();
        assertThat(finding.tag()).isEqualTo("id");
        assertThat(finding.position()).isEqualTo("v=STSv1; id=".length());
        assertThat(finding.values().toString()).contains("2026-01");
    }

    @Test
    void fieldsAreReadUpToALimit() {
        String many = "v=STSv1; id=1;" + " x=1;".repeat(TagList.MAX_ENTRIES - 2);
        assertThat(MtaStsParser.parse(many).valid()).isTrue();
        MtaStsRecord tooMany = MtaStsParser.parse(many + " x=1;");
        assertThat(tooMany.valid()).isFalse();
        assertThat(tooMany.tags()).hasSize(TagList.MAX_ENTRIES);
        assertThat(tooMany.messages()).anyMatch(m -> m.is(MtaStsFindings.RECORD_FIELDS));
    }

    @Test
    void theRecordIsFoundBehindAnyNumberOfOtherTexts() {
        StringBuilder zone = new StringBuilder();
        for (int i = 0; i < MtaStsInspector.MAX_RECORDS; i++) {
            zone.append("_mta-sts.example.com TXT \"other ").append(i).append("\"\n");
        }
        String record = "_mta-sts.example.com TXT \"v=STSv1; id=7\"";
        MtaStsInspection more = inspect(zone + record);
        assertThat(more.record()).isPresent();
        assertThat(more.records()).hasSize(MtaStsInspector.MAX_RECORDS);
        assertThat(more.messages()).anyMatch(m -> m.is(MtaStsFindings.RECORDS_CUT));
        assertThat(inspect(zone.toString()).messages())
                .noneMatch(m -> m.is(MtaStsFindings.RECORDS_CUT));
    }

    @Test
    void onlyAValidRecordIsGoneBy() {
        assertThat(inspect("_mta-sts.example.com TXT \"v=STSv1; id=7\"").record())
                .flatMap(MtaStsRecord::id)
                .contains("7");
        assertThat(inspect("_mta-sts.example.com TXT \"v=STSv1; id=\"").record()).isEmpty();
        assertThat(
                        inspect(
                                        """
                                        _mta-sts.example.com TXT "v=STSv1; id=7"
                                        _mta-sts.example.com TXT "v=STSv1; id=8"
                                        """)
                                .record())
                .isEmpty();
    }

    @Test
    void aRecordThatIsThereCostsThreeQuestionsAndNoneFive() {
        ZoneDns there = ZoneDns.of("_mta-sts.example.com TXT \"v=STSv1; id=7\"");
        new MtaStsInspector().inspect(new DomainName("example.com"), there);
        assertThat(there.asked())
                .containsExactly(
                        "_mta-sts.example.com TXT",
                        "mta-sts.example.com A",
                        "mta-sts.example.com AAAA");
        ZoneDns absent = ZoneDns.of("mail.example.com A 192.0.2.1");
        new MtaStsInspector().inspect(new DomainName("mail.example.com"), absent);
        assertThat(absent.asked())
                .containsExactly(
                        "_mta-sts.mail.example.com TXT",
                        "mail.example.com MX",
                        "mail.example.com TXT",
                        "mta-sts.mail.example.com TXT",
                        "_mta-sts.example.com TXT");
    }

    @Test
    void whatWasNotAskedIsNotMissing() {
        MtaStsInspection inspection =
                new MtaStsInspector()
                        .inspect(
                                new DomainName("example.com"),
                                (name, type) -> DnsAnswer.without(DnsAnswer.Status.NOT_ASKED));
        assertThat(inspection.valid()).isFalse();
        assertThat(inspection.messages())
                .extracting(Finding::code)
                .isEqualTo(List.of("dns.inspection.limit"));
    }

    private static MtaStsInspection inspect(String zone) {
        return new MtaStsInspector().inspect(new DomainName("example.com"), ZoneDns.of(zone));
    }
}
