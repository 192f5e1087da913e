package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.blocks.ReportedRows;
import org.mailvane.traffic.blocks.RowBlock;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.reclassify.ReclassificationFixture;

/** Rows as they are read in blocks, beside those of their table. */
public final class ReadRows {

    private final ReclassificationFixture house;

    public ReadRows(ReclassificationFixture house) {
        this.house = house;
    }

    public List<DomainId> domains() {
        return house.sql.rows("select id from domain order by id").stream()
                .map(id -> new DomainId(Long.parseLong(id)))
                .toList();
    }

    public List<RowBlock> blocks(Scope scope, Days days) {
        List<DomainId> domains = domains();
        return house.service
                .part(Db.class)
                .inSnapshot(() -> {
                    List<RowBlock> blocks = new ArrayList<>();
                    house.service
                            .part(ReportedRows.class)
                            .blocks(scope, domains, days, blocks::add);
                    return blocks;
                });
    }

    /** The rows of those days in blocks, each as a text, with their messages. */
    public static Map<String, Long> rows(List<RowBlock> blocks, Days days) {
        Map<String, Long> rows = new HashMap<>();
        for (RowBlock block : blocks) {
            for (int row = 0; row < block.size(); row++) {
                if (days.contains(block.month().atDay(block.day(row)))) {
                    rows.merge(row(block, row), block.messages(row), Messages::sum);
                }
            }
        }
        return rows;
    }

    private static String row(RowBlock block, int row) {
        RowBlock.Identifiers identifiers = block.identifiers().get(block.identifiers(row));
        RowKind kind = block.kinds().get(block.kind(row));
        return String.join(
                "|",
                String.valueOf(block.domain().value()),
                block.month().atDay(block.day(row)).toString(),
                identifiers.headerFrom(),
                HexFormat.of().formatHex(block.addresses().get(block.address(row)).octets()),
                identifiers.detail().toString(),
                String.valueOf(kind.category().number()),
                String.valueOf(kind.source()),
                String.valueOf(kind.rule()),
                switch (kind.disposition()) {
                    case NONE -> "0";
                    case QUARANTINE -> "1";
                    case REJECT -> "2";
                    case UNKNOWN -> "3";
                    case PASS -> "it never is";
                },
                kind.dkimAligned() ? "t" : "f",
                kind.spfAligned() ? "t" : "f");
    }

    /** What the table of rows says. */
    public Map<String, Long> stored(Days days) {
        Map<String, Long> stored = new HashMap<>();
        house.sql
                .rows(
                        """
                        select domain_id, day, header_from,
                            encode(substring(inet_send(address) from 5), 'hex') as octets, detail,
                            category, source, rule, disposition, dkim_aligned, spf_aligned,
                            sum(messages)
                        from fact where account_id = %d and day between '%s' and '%s'
                        group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
                        """
                                .formatted(house.scope.accountId(), days.first(), days.last()))
                .forEach(row -> {
                    int end = row.lastIndexOf('|');
                    stored.put(row.substring(0, end), Long.valueOf(row.substring(end + 1)));
                });
        return stored;
    }

    /** Blocks say what the table of rows says; answers how many rows that are. */
    public int assertAreThoseOfTheTable(Days days) {
        Map<String, Long> stored = stored(days);
        assertThat(rows(blocks(house.scope, days), days)).isEqualTo(stored);
        return stored.size();
    }
}
