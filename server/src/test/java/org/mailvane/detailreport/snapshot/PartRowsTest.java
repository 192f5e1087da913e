package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.QueueFixture;
import org.mailvane.detailreport.QueueFixture.User;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.sources.evidence.MailNames;
import org.mailvane.sources.evidence.SendingAddresses;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.blocks.ReportedRows;
import org.mailvane.traffic.blocks.RowBlock;

class PartRowsTest {

    private static final Days DAY = new Days(QueueFixture.NOVEMBER, QueueFixture.NOVEMBER);

    private static final QueueFixture house = new QueueFixture();

    @AfterAll
    static void close() {
        house.close();
    }

    /** A reporter may name another From domain in each row, and who asks may want one of them. */
    @Test
    void ofRowsThatAreNotWantedNothingIsHeld() {
        User user = house.owner("names");
        DomainId domain = user.domain("names.example", QueueFixture.NOVEMBER, 50, 1);
        house.sql.execute(
                "update fact set header_from = 'n' || host(address) where domain_id = "
                        + domain.value());
        ReportedRows rows = house.service.part(ReportedRows.class);
        List<RowBlock> blocks = new ArrayList<>();
        rows.blocks(user.scope, List.of(domain), DAY, blocks::add);
        RowBlock block = blocks.getFirst();
        assertThat(block.identifiers().headerFroms()).hasSize(50);

        RowFilter filter = new RowFilter(ReportCriteria.all(List.of(), DAY.first(), DAY.last()));
        ResultDictionary shown =
                new ResultDictionary(
                        user.scope,
                        rows,
                        new MailNames(house.service.part(PublicSuffixes.class)),
                        filter,
                        1,
                        Integer.MAX_VALUE);
        AddressDictionary book =
                new AddressDictionary(house.service.part(SendingAddresses.class), DAY, 1);
        PartRows part = new PartRows(filter, book, shown);
        part.number(block, new int[] {7});
        assertThat(shown.size()).isOne();
        // The next number is the second: the other 49 names have none.
        assertThat(shown.name(domain, "new.example")).isOne();
    }
}
