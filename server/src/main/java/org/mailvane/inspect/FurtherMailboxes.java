package org.mailvane.inspect;

import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.report.ServiceAddresses;

/**
 * The mailboxes of other domains at which an account has its reports taken. They are asked for
 * once, when the first such mailbox is met: a record may name very many.
 */
final class FurtherMailboxes implements ServiceAddresses {

    private final Supplier<Set<String>> ask;
    private @Nullable Set<String> known;

    FurtherMailboxes(Supplier<Set<String>> ask) {
        this.ask = ask;
    }

    @Override
    public synchronized boolean include(String mailbox) {
        Set<String> all = known;
        if (all == null) {
            all = ask.get();
            known = all;
        }
        return all.contains(mailbox.toLowerCase(Locale.ROOT));
    }
}
