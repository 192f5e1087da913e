package org.mailvane.sources.classify;

import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import org.mailvane.platform.store.Db;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.classify.ClassificationContext.Version;
import org.mailvane.sources.evidence.KnownVersionTable;
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
    private final KnownVersionTable versions;
    private final Iterable<SourcesChanged> listeners;
    private final Supplier<String> fingerprint;
    private final Clock clock;

    private volatile int version = NOT_ASKED;

    @Autowired
    SourceRules(
            Db db,
            SourceRulesTable table,
            KnownVersionTable versions,
            // A listener may need this too.
            ObjectProvider<SourcesChanged> listeners,
            Catalogue catalogue,
            Clock clock) {
        // Not read here: the catalogue is being read while the program starts.
        this(
                db,
                table,
                versions,
                listeners,
                () -> RuleClassifier.RULES + " " + catalogue.fingerprint(),
                clock);
    }

    SourceRules(
            Db db,
            SourceRulesTable table,
            KnownVersionTable versions,
            Iterable<SourcesChanged> listeners,
            String fingerprint,
            Clock clock) {
        this(db, table, versions, listeners, () -> fingerprint, clock);
    }

    private SourceRules(
            Db db,
            SourceRulesTable table,
            KnownVersionTable versions,
            Iterable<SourcesChanged> listeners,
            Supplier<String> fingerprint,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.versions = versions;
        this.listeners = listeners;
        this.fingerprint = fingerprint;
        this.clock = clock;
    }

    /**
     * Returns the version. The first call of a process asks the database. Where that was last used
     * by a program with other rules, older or newer ones, it makes a new version, and has
     * everything classified again.
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
        return current(mine, versions.now())
                .orElseGet(() ->
                        current(mine, versions.lock())
                                .orElseGet(() -> {
                                    int made = table.renew(mine, clock.instant());
                                    versions.setRules(made);
                                    listeners.forEach(each -> each.rulesChanged(made));
                                    return made;
                                }));
    }

    private Optional<Integer> current(String mine, Version now) {
        return table.find(mine).filter(found -> found == now.rules());
    }
}
