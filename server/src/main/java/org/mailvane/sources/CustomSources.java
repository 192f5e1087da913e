package org.mailvane.sources;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** An account's own sources: asked, made, changed and deleted. */
@Service
public class CustomSources {

    /**
     * Values of all accounts' sources that are held at most, so that imports need not read them.
     */
    private static final long MAX_CACHED_VALUES = 200_000;

    private final CustomSourceTable table;
    private final AccountSourcesTable accounts;

    private final Cache<Long, Known> indexes =
            Caffeine.newBuilder()
                    .maximumWeight(MAX_CACHED_VALUES)
                    .weigher((Long account, Known known) -> known.values())
                    .build();

    CustomSources(CustomSourceTable table, AccountSourcesTable accounts) {
        this.table = table;
        this.accounts = accounts;
    }

    /** An account's sources in one of their states, and how many values they have. */
    private record Known(long version, SenderIndex index, int values) {}

    /**
     * Finds the account's own sources by what is seen of them. It costs one short statement where
     * they have not changed. A transaction that changes them must not ask.
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

    private static int values(Sender sender) {
        return sender.hosts().size()
                + sender.dkimDomains().size()
                + sender.spfDomains().size()
                + sender.networks().size();
    }
}
