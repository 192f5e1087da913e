package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.traffic.SelectorCount.Use;

class SelectorCountTest {

    @Test
    void onlySoManySelectorsAreToldApart() {
        Map<Use, Long> messages = new HashMap<>();
        for (int i = 0; i < SelectorCount.MAX_USES; i++) {
            SelectorCount.add(messages, use(i), 1);
        }
        SelectorCount.add(messages, use(SelectorCount.MAX_USES), 1);
        assertThat(messages)
                .hasSize(SelectorCount.MAX_USES)
                .doesNotContainKey(use(SelectorCount.MAX_USES));
        SelectorCount.add(messages, use(0), 2);
        assertThat(messages).containsEntry(use(0), 3L);
    }

    private static Use use(int number) {
        return new Use("shop.example", "s" + number, 0, false);
    }
}
