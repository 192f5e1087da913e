package org.mailvane.sources.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.evidence.KnownVersionTable;
import org.mailvane.testing.TestDatabases;

/**
 * Tests the version of the rules and the catalogue. No service runs at the same time: it has rules
 * too, and makes its own version as soon as it looks for work.
 */
class SourceRulesTest {

    private final HikariDataSource pool = TestDatabases.pool(TestDatabases.migrated(), 2);
    private final Db db = new Db(pool);
    private final Told told = new Told();

    @AfterEach
    void close() {
        pool.close();
    }

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

    /** As a process that has just started has them. */
    private SourceRules rules(String fingerprint) {
        SystemDb system = new SystemDb(pool);
        return new SourceRules(
                db,
                new SourceRulesTable(system),
                new KnownVersionTable(system),
                List.of(told),
                fingerprint,
                Clock.systemUTC());
    }

    @Test
    void everyProcessOfAProgramFindsTheVersionThatTheFirstHasMade() {
        int version = rules("one").version();
        assertThat(rules("one").version()).isEqualTo(version);
        assertThat(told.versions).containsExactly(version);

        int next = rules("two").version();
        assertThat(next).isGreaterThan(version);
        assertThat(rules("two").version()).isEqualTo(next);
        assertThat(told.versions).containsExactly(version, next);
    }

    @Test
    void whatWasRolledBackWasNotMade() {
        SourceRules rules = rules("one");
        assertThatThrownBy(() ->
                        db.inTransaction(() -> {
                            rules.version();
                            throw new IllegalStateException("rolled back");
                        }))
                .hasMessage("rolled back");
        assertThat(rules.version()).isEqualTo(rules("one").version());
        assertThat(told.versions).hasSize(2);
    }

    @Test
    void anOlderProgramThatComesBackHasEverythingClassifiedAgain() {
        int older = rules("older").version();
        int newer = rules("newer").version();
        int again = rules("older").version();
        assertThat(again).isGreaterThan(newer);
        assertThat(told.versions).containsExactly(older, newer, again);
    }
}
