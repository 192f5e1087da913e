package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.QueueFixture;
import org.mailvane.detailreport.QueueFixture.User;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.snapshot.SnapshotBuilder.TooMuchException;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.sources.evidence.MailNames;
import org.mailvane.traffic.blocks.ReportedRows;

class ResultDictionaryTest {

    private static final int COMMENT = 500;

    private static final QueueFixture house = new QueueFixture();

    @AfterAll
    static void close() {
        house.close();
    }

    /** The messages of two From domains of a domain, all with one comment. */
    private static ResultDictionary book(String name, int maxCharacters) {
        User user = house.owner(name);
        DomainId domain = user.domain(name + ".example", QueueFixture.NOVEMBER, 1, 1);
        house.sql.execute(
                """
                update auth_result set reasons = '[{"t": "other", "c": "%s"}]' where domain_id = %d
                """
                        .formatted("c".repeat(COMMENT), domain.value()));
        ResultDictionary book =
                new ResultDictionary(
                        user.scope,
                        house.service.part(ReportedRows.class),
                        new MailNames(house.service.part(PublicSuffixes.class)),
                        new RowFilter(
                                ReportCriteria.all(
                                        List.of(), QueueFixture.NOVEMBER, QueueFixture.NOVEMBER)),
                        1,
                        maxCharacters);
        UUID detail = new UUID(0, Long.parseLong(Long.toString(domain.value()), 16));
        assertThat(book.of(book.name(domain, name + ".example"), detail)).isZero();
        assertThat(book.of(book.name(domain, "mail." + name + ".example"), detail)).isOne();
        return book;
    }

    @Test
    void longTextsAreCountedOnceEach() {
        ResultDictionary book = book("fits", COMMENT);
        book.lookUp();
        assertThat(book.size()).isEqualTo(2);
        assertThat(book.get(0).isWanted()).isTrue();
        assertThat(book.get(1).hasReason()).isTrue();
    }

    @Test
    void thereAreNoMoreCharactersThanAReportHolds() {
        ResultDictionary book = book("long", COMMENT - 1);
        assertThatThrownBy(book::lookUp)
                .isInstanceOf(TooMuchException.class)
                .hasMessage("more than 499 characters of different texts");
    }
}
