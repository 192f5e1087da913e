package org.mailvane.traffic.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;

class RowKindTest {

    private static final int RULES = 256;

    /** Sources of the catalogue, of accounts, and whatever else a column may hold. */
    private static final List<Integer> SOURCES =
            List.of(0, 1, 255, 65_535, 65_536, 10_000_000, 10_000_001, Integer.MAX_VALUE);

    /** Kinds of all values, with these rules. */
    static List<RowKind> all(int firstRule, int lastRule) {
        List<RowKind> all = new ArrayList<>();
        for (int source : SOURCES) {
            for (Category category : Category.values()) {
                for (int rule = firstRule; rule <= lastRule; rule++) {
                    for (Disposition disposition :
                            List.of(
                                    Disposition.NONE,
                                    Disposition.QUARANTINE,
                                    Disposition.REJECT,
                                    Disposition.UNKNOWN)) {
                        for (int aligned = 0; aligned < 4; aligned++) {
                            all.add(
                                    new RowKind(
                                            category,
                                            source,
                                            rule,
                                            disposition,
                                            (aligned & 2) != 0,
                                            (aligned & 1) != 0));
                        }
                    }
                }
            }
        }
        return all;
    }

    @Test
    void eachKindHasANumberOfItsOwn() {
        Set<Long> numbers = new HashSet<>();
        for (RowKind kind : all(0, RULES - 1)) {
            assertThat(RowKind.of(kind.number())).isEqualTo(kind);
            assertThat(numbers.add(kind.number())).as("%s", kind).isTrue();
        }
        assertThat(numbers).hasSize(SOURCES.size() * 4 * RULES * 4 * 4);
    }
}
