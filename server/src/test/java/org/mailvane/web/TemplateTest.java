package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences with places for values. */
class TemplateTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            nullValues = "-",
            value = {
                "No record.           ; No record.                 ; ''",
                "No record.           ; No record                  ; -",
                "No {0}.              ; No record.                 ; record",
                "No {0}.              ; No record!                 ; -",
                "No {0}.              ; Nor record.                ; -",
                "{0} of {1}           ; 1 of 2                     ; 1|2",
                "{1} of {0}           ; 1 of 2                     ; 2|1",
                "{0} of {1}           ; 1 of 2 of 3                ; 1|2 of 3",
                "No {0}{1}.           ; No record.                 ; |record",
                "{0} and {0}.         ; a and a.                   ; a",
                "{0} and {0}.         ; a and b.                   ; -",
                "{0}: {1}             ; : x                        ; -",
                "a {0} b {1} c        ; a x b                      ; -",
                "ab{0}ba              ; aba                        ; -",
                "Stands {0} in {1} in.; Stands here in DNS in.     ; here|DNS",
            })
    void valuesAreFoundWhereTheTemplateHasPlaces(String template, String text, String values) {
        assertThat(Template.of(template).match(text).map(found -> String.join("|", found)))
                .isEqualTo(Optional.ofNullable(values));
    }

    @Test
    void whatIsFilledIsFoundAgain() {
        Template template = Template.of("{2} says {0} to {1}.");
        List<String> values = List.of("{1}", "a \"quoted\" name", "ä\n$1\\");
        String text = template.fill(values);
        assertThat(text).isEqualTo("ä\n$1\\ says {1} to a \"quoted\" name.");
        assertThat(template.match(text)).contains(values);
        assertThat(template.letters()).isEqualTo(" says  to .".length());
    }
}
