package org.mailvane.issues;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Codes of tasks are stored, also by other versions of the program. */
class TaskCodeTest {

    @ParameterizedTest
    @EnumSource
    void codesAreReadAsTheyAreStored(TaskCode code) {
        assertThat(TaskCode.ofCode(code.code())).isEqualTo(code);
    }

    @Test
    void codeOfANewerVersionIsSomeOtherStep() {
        assertThat(TaskCode.ofCode("dane.publish")).isEqualTo(TaskCode.OTHER);
    }
}
