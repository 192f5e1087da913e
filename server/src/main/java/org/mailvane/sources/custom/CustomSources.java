package org.mailvane.sources.custom;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.text.Message;
import org.springframework.stereotype.Service;

/** An account's own sources: asked, made, changed and deleted. */
@Service
public class CustomSources {

    /**
     * Values of all accounts' sources that are in memory at most, so that imports need not read
     * them.
     */
    private static final long MAX_CACHED_VALUES = 200_000;

    /** The number of a source that has no row yet. */
    private static final long NO_ROW = 0;

    /** Sources of an account at most. */
    public static final int MAX_SOURCES = 1_000;

    /** Values of all kinds at most by which an account's sources are recognised. */
    public static final int MAX_VALUES = 20_000;

    private final Db db;
    private final Domains domains;
    private final CustomSourceTable table;
    private final AccountSourcesTable accounts;
    private final SourceDecisionTable decisions;
    private final CustomSourceRules rules;
    private final List<SourcesChanged> listeners;
    private final Clock clock;

    private final Cache<Long, Known> indexes =
            Caffeine.newBuilder()
                    .maximumWeight(MAX_CACHED_VALUES)
                    .weigher((Long account, Known known) -> known.values())
                    .build();

    CustomSources(
            Db db,
            Domains domains,
            CustomSourceTable table,
            AccountSourcesTable accounts,
            SourceDecisionTable decisions,
            CustomSourceRules rules,
            List<SourcesChanged> listeners,
            Clock clock) {
        this.db = db;
        this.domains = domains;
        this.table = table;
        this.accounts = accounts;
        this.decisions = decisions;
        this.rules = rules;
        this.listeners = listeners;
        this.clock = clock;
    }

    /** Returns how many the account has. */
    public long count(Scope scope) {
        return table.count(scope.wholeAccount());
    }

    /** Returns a page of them, by name. */
    public List<CustomSource> list(Scope scope, Window window) {
        return table.list(scope.wholeAccount(), window);
    }

    /** Returns all of them, by number. */
    public List<CustomSource> all(Scope scope) {
        return table.all(scope.wholeAccount());
    }

    /** Returns the one of this row. */
    public Optional<CustomSource> find(Scope scope, long id) {
        return table.find(scope.wholeAccount(), id);
    }

    /**
     * Makes a source; the rows that are its are classified again in the background.
     *
     * @throws SourceRefusedException when it can't be made
     */
    public CustomSource create(Scope scope, CustomSourceChange change) {
        Scope whole = scope.wholeAccount();
        CatalogueSender wanted = rules.apply(CustomSourceRules.NOTHING, change);
        return db.inTransaction(() -> {
            domains.holdTree(whole);
            accounts.lock(whole);
            if (table.count(whole) >= MAX_SOURCES) {
                throw new SourceRefusedException(
                        SourceFault.of(
                                FieldErrors.WHOLE,
                                Message.of("errors.sources.too_many").with("max", MAX_SOURCES)));
            }
            long id = table.insert(whole, fitting(whole, wanted, NO_ROW), clock.instant());
            changed(whole);
            return table.find(whole, id).orElseThrow();
        });
    }

    /**
     * Changes what is given of a source.
     *
     * @return the source; empty when there is none
     * @throws SourceRefusedException when it can't be so
     */
    public Optional<CustomSource> change(Scope scope, long id, CustomSourceChange change) {
        Scope whole = scope.wholeAccount();
        return db.inTransaction(() -> {
            domains.holdTree(whole);
            accounts.lock(whole);
            Optional<CustomSource> before = table.find(whole, id);
            if (before.isEmpty()) {
                return before;
            }
            CatalogueSender after = fitting(whole, rules.apply(before.get().sender(), change), id);
            table.update(whole, id, after);
            if (!before.get().recognisesAs(after)) {
                changed(whole);
            }
            return table.find(whole, id);
        });
    }

    /** Deletes a source; its rows are classified again in the background. False: there is none. */
    public boolean delete(Scope scope, long id) {
        Scope whole = scope.wholeAccount();
        return db.inTransaction(() -> {
            domains.holdTree(whole);
            accounts.lock(whole);
            Optional<CustomSource> source = table.find(whole, id);
            if (source.isEmpty()) {
                return false;
            }
            // Its own rules come first, so that no row is classified by what was decided of it.
            decisions.deleteOf(whole, source.get().sender().number());
            table.delete(whole, id);
            changed(whole);
            return true;
        });
    }

    private void changed(Scope scope) {
        accounts.raiseVersion(scope);
        listeners.forEach(listener -> listener.changed(scope));
    }

    /** Returns the same with a slug, if it fits in among the others. */
    private CatalogueSender fitting(Scope scope, CatalogueSender wanted, long id) {
        List<SourceFault> faults = new ArrayList<>();
        if (table.hasName(scope, wanted.name(), id)) {
            faults.add(
                    SourceFault.of(
                            "name",
                            Message.of("errors.sources.name_taken").with("name", wanted.name())));
        }
        Set<String> slugs = table.slugs(scope, id);
        if (slugs.contains(wanted.slug())) {
            faults.add(
                    SourceFault.of(
                            "slug",
                            Message.of("errors.sources.slug_taken").with("slug", wanted.slug())));
        }
        long values = table.values(scope, id) + values(wanted);
        if (values > MAX_VALUES) {
            faults.add(
                    SourceFault.of(
                            FieldErrors.WHOLE,
                            Message.of("errors.sources.too_many_values")
                                    .with("values", values)
                                    .with("max", MAX_VALUES)));
        }
        if (!faults.isEmpty()) {
            throw new SourceRefusedException(faults);
        }
        return wanted.slug().isEmpty() ? wanted.withSlug(free(wanted.name(), slugs)) : wanted;
    }

    private static String free(String name, Set<String> taken) {
        return IntStream.iterate(1, attempt -> attempt + 1)
                .mapToObj(attempt -> CustomSourceRules.slugOf(name, attempt))
                .filter(slug -> !taken.contains(slug))
                .findFirst()
                .orElseThrow();
    }

    /** An account's sources in one of their states, and how many values they have. */
    private record Known(long version, SenderIndex index, int values) {}

    /**
     * Finds the account's own sources by what is seen of them. It costs one short statement where
     * they have not changed.
     */
    public SenderIndex index(Scope scope) {
        Scope whole = scope.wholeAccount();
        // Before the sources: if they change in between, they are read once more, not once less.
        long version = accounts.version(whole);
        Known known = indexes.getIfPresent(scope.accountId());
        if (known == null || known.version() != version) {
            known = read(whole, version);
            indexes.put(scope.accountId(), known);
        }
        return known.index();
    }

    private Known read(Scope scope, long version) {
        var senders = table.all(scope).stream().map(CustomSource::sender).toList();
        int values = 1 + senders.stream().mapToInt(CustomSources::values).sum();
        return new Known(version, new SenderIndex(senders), values);
    }

    private static int values(CatalogueSender sender) {
        return sender.hosts().size()
                + sender.dkimDomains().size()
                + sender.spfDomains().size()
                + sender.networks().size();
    }
}
