package org.mailvane.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.mailvane.testing.TestService;

/** The version of the rules and the catalogue. */
class SourceRulesTest {

    private static final class Told implements SourcesChanged {

        private final List<Integer> versions = new ArrayList<>();

        @Override
        public void changed(Scope scope) {}

        @Override
        public void changed(Scope scope, Collection<DomainId> domains, LocalDate from) {}

        @Override
        public void rulesChanged(int version) {
            versions.add(version);
        }
    }

    private static SourceRules rules(TestService service, Told told, String fingerprint) {
        return new SourceRules(
                service.part(Db.class),
                service.part(SourceRulesTable.class),
                service.part(KnownVersionTable.class),
                List.of(told),
                fingerprint,
                Clock.systemUTC());
    }

    @Test
    void everyProcessOfAProgramFindsTheVersionThatTheFirstHasMade() {
        try (TestService service = TestService.start()) {
            Told told = new Told();
            int version = rules(service, told, "one").version();

            assertThat(rules(service, told, "one").version()).isEqualTo(version);
            assertThat(told.versions).containsExactly(version);
            int next = rules(service, told, "two").version();
            assertThat(next).isGreaterThan(version);
            assertThat(rules(service, told, "two").version()).isEqualTo(next);
            assertThat(told.versions).containsExactly(version, next);

            // What was rolled back was not made.
            SourceRules third = rules(service, told, "three");
            assertThatThrownBy(() ->
                            service.part(Db.class)
                                    .inTransaction(() -> {
                                        third.version();
                                        throw new IllegalStateException("rolled back");
                                    }))
                    .hasMessage("rolled back");
            assertThat(third.version()).isEqualTo(rules(service, told, "three").version());
            assertThat(told.versions).hasSize(4);
        }
    }

    @Test
    void anOlderProgramThatComesBackHasEverythingClassifiedAgain() {
        try (TestService service = TestService.start()) {
            Told told = new Told();
            int older = rules(service, told, "older").version();
            int newer = rules(service, told, "newer").version();
            int again = rules(service, told, "older").version();
            assertThat(again).isGreaterThan(newer);
            assertThat(told.versions).containsExactly(older, newer, again);
        }
    }
}
