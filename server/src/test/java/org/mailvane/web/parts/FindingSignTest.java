package org.mailvane.web.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.finding.TlsRptFindings;

/**
 * What is not known for want of an answer, and what need not be there, is told apart from what is
 * wrong.
 */
class FindingSignTest {

    private static final List<FindingKind> UNANSWERED =
            List.of(
                    DnsFindings.SERVER_FAILURE,
                    DnsFindings.TIMEOUT,
                    DnsFindings.NOT_ASKED,
                    BimiFindings.DMARC_UNKNOWN,
                    MtaStsFindings.FETCH_DNS);

    private static Stream<Finding> found(FindingKind... kinds) {
        return Stream.of(kinds).map(kind -> kind.with(kind.entry().arguments().toArray()));
    }

    @Test
    void errorsForWantOfAnAnswerAreUnknown() {
        for (FindingKind kind : UNANSWERED) {
            assertThat(kind.entry().level()).as(kind.toString()).isEqualTo(Level.ERR);
            assertThat(found(kind).map(FindingSign::of))
                    .as(kind.toString())
                    .containsOnly("unknown");
            assertThat(found(kind).map(FindingSign::colour)).containsOnly("sub");
            assertThat(FindingSign.ofInvalid(found(kind, DnsFindings.NO_DATA)))
                    .isEqualTo("unknown");
            assertThat(FindingSign.ofInvalid(found(kind, MtaStsFindings.RECORD_MULTIPLE)))
                    .as("something is wrong for sure")
                    .isEqualTo("fix");
        }
    }

    @Test
    void recordsThatADomainMayDoWithoutAreMissing() {
        for (FindingKind kind :
                List.of(
                        BimiFindings.RECORD_MISSING,
                        MtaStsFindings.RECORD_MISSING,
                        TlsRptFindings.RECORD_MISSING)) {
            assertThat(kind.entry().level()).as(kind.toString()).isEqualTo(Level.ERR);
            assertThat(found(kind).map(FindingSign::of)).containsOnly("open");
            assertThat(found(kind).map(FindingSign::colour)).containsOnly("sub");
            assertThat(FindingSign.ofInvalid(found(kind, BimiFindings.DMARC_MISSING)))
                    .as("what is there need not be mended")
                    .isEqualTo("open");
        }
    }

    @Test
    void otherFindingsAreByTheirLevel() {
        assertThat(found(MtaStsFindings.RECORD_MULTIPLE, SpfFindings.RECORD_MISSING))
                .map(FindingSign::of)
                .containsOnly("fix");
        assertThat(found(DnsFindings.NO_DATA).map(FindingSign::of)).containsOnly("info");
        assertThat(FindingSign.ofInvalid(found(DnsFindings.NO_DATA)))
                .as("no error says why")
                .isEqualTo("fix");
        assertThat(FindingSign.ofInvalid(found(DnsFindings.NXDOMAIN)))
                .as("a domain that does not exist")
                .isEqualTo("fix");
    }
}
