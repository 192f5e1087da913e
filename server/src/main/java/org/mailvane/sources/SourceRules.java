package org.mailvane.sources;

import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import org.mailvane.store.Db;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;

/**
 * Which version the rules and the catalogue of this program have: the same on all servers that run
 * it. Rows carry the version that they were classified by.
 */
@Service
class SourceRules {

    private static final int NOT_ASKED = 0;

    private final Db db;
    private final SourceRulesTable table;
    private final Iterable<SourcesChanged> listeners;
    private final Supplier<String> fingerprint;
    private final Clock clock;

    private volatile int version = NOT_ASKED;

    @Autowired
    SourceRules(
            Db db,
            SourceRulesTable table,
            // Whoever listens may need this too.
            ObjectProvider<SourcesChanged> listeners,
            Catalogue catalogue,
            Clock clock) {
        // Not read here: the catalogue is being read while the program starts.
        this(
                db,
                table,
                listeners,
                () -> RuleClassifier.RULES + " " + catalogue.fingerprint(),
                clock);
    }

    SourceRules(
            Db db,
            SourceRulesTable table,
            Iterable<SourcesChanged> listeners,
            String fingerprint,
            Clock clock) {
        this(db, table, listeners, () -> fingerprint, clock);
    }

    private SourceRules(
            Db db,
            SourceRulesTable table,
            Iterable<SourcesChanged> listeners,
            Supplier<String> fingerprint,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.listeners = listeners;
        this.fingerprint = fingerprint;
        this.clock = clock;
    }

    /**
     * The version. The first call of a process asks the database; that of the first process of a
     * new program makes it, and has everything classified again.
     */
    int version() {
        if (version == NOT_ASKED) {
            int found = db.inTransaction(this::findOrMake);
            // A transaction that is rolled back has made nothing.
            db.afterCommit(() -> version = found);
            return found;
        }
        return version;
    }

    private int findOrMake() {
        String mine = fingerprint.get();
        return table.find(mine)
                .orElseGet(() -> {
                    Optional<Integer> made = table.insert(mine, clock.instant());
                    made.ifPresent(number -> listeners.forEach(each -> each.rulesChanged(number)));
                    return made.or(() -> table.find(mine)).orElseThrow();
                });
    }
}
