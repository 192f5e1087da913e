package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class NamesTest {

    @Test
    void onlySoManyNamesAreToldOneByOne() {
        assertThat(Texts.names(Collections.nCopies(Texts.MAX_NAMES, "n")))
                .isEqualTo(String.join(", ", Collections.nCopies(Texts.MAX_NAMES, "n")));
        assertThat(Texts.names(Collections.nCopies(Texts.MAX_NAMES + 1, "n")))
                .endsWith(" and 1 more");
    }
}
