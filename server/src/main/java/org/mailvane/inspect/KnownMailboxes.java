package org.mailvane.inspect;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.report.ServiceAddresses;

/**
 * The mailboxes at which somebody has reports taken. They are asked for once, when the first
 * mailbox is met: a record may name very many.
 */
final class KnownMailboxes implements ServiceAddresses {

    private final Supplier<Predicate<String>> ask;
    private @Nullable Predicate<String> known;

    KnownMailboxes(Supplier<Predicate<String>> ask) {
        this.ask = ask;
    }

    @Override
    public synchronized boolean include(String mailbox) {
        Predicate<String> mailboxes = known;
        if (mailboxes == null) {
            mailboxes = ask.get();
            known = mailboxes;
        }
        return mailboxes.test(mailbox);
    }
}
