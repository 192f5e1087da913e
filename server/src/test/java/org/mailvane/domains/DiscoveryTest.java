package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;

/** Which names above a name are looked at. */
class DiscoveryTest {

    private static final PublicSuffixes SUFFIXES = PublicSuffixes.bundled();

    @Test
    void allNamesUpToTheOrganizationAreLookedAt() {
        List<DomainName> names = above(Discovery.MAX_ABOVE);
        assertThat(names).hasSize(Discovery.MAX_ABOVE + 1);
        assertThat(names.getFirst()).isEqualTo(name(Discovery.MAX_ABOVE));
        for (int i = 1; i < names.size(); i++) {
            assertThat(names.get(i - 1).parent()).contains(names.get(i));
        }
        assertThat(names.getLast().value()).isEqualTo("example.com");
    }

    @Test
    void ofANameWithMoreLabelsOnlyThoseNearestToTheOrganizationAre() {
        for (int labels : List.of(Discovery.MAX_ABOVE + 1, 100)) {
            List<DomainName> names = above(labels);
            assertThat(names).hasSize(Discovery.MAX_ABOVE + 1);
            assertThat(names.getFirst()).isEqualTo(name(labels));
            assertThat(names.get(1)).isEqualTo(name(Discovery.MAX_ABOVE - 1));
            assertThat(names.getLast().value()).isEqualTo("example.com");
        }
    }

    private static List<DomainName> above(int labels) {
        return Discovery.upToOrganization(name(labels), SUFFIXES);
    }

    /** So many labels below the organisation. */
    private static DomainName name(int labels) {
        return new DomainName("a.".repeat(labels) + "example.com");
    }
}
