package org.mailvane.mailauth.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.mailauth.finding.FindingKind.Entry;

/** Codes are stored and never change; the texts of the server are found by them. */
class CatalogueTest {

    @Test
    void everyCodeIsOfItsFormAndThereOnce() {
        List<String> codes =
                Catalogue.all().stream().map(FindingKind::entry).map(Entry::code).toList();
        assertThat(codes)
                .doesNotHaveDuplicates()
                .allSatisfy(code -> assertThat(code).matches("[a-z_]+\\.[a-z_0-9]+\\.[a-z_0-9]+"));
    }

    @Test
    void everyPhraseHasACodeOfItsOwn() {
        assertThat(Arrays.stream(FindingPhrase.values()).map(FindingPhrase::code))
                .doesNotHaveDuplicates()
                .allSatisfy(code -> assertThat(code).matches("[a-z_0-9]+(\\.[a-z_0-9]+)*"))
                .noneMatch(code -> code.startsWith("address."));
    }

    @ParameterizedTest
    @MethodSource("org.mailvane.mailauth.finding.Catalogue#all")
    void argumentsHaveNamesOfTheirOwn(FindingKind kind) {
        assertThat(kind.entry().arguments())
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name).matches("[a-z][a-zA-Z]*"));
    }
}
