package org.mailvane.intake.smtp;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.OptionalLong;
import org.mailvane.accounts.ReportAddresses;

/**
 * Whose reports come to an address. What is found is remembered for a moment, since many mails come
 * to one address; what is not found is looked for each time, so that a new address works at once.
 */
final class Recipients {

    /** An address that was taken away may take mails for so long. */
    static final Duration REMEMBERED = Duration.ofSeconds(10);

    private static final int MAX_REMEMBERED = 10_000;

    private final ReportAddresses addresses;
    private final Cache<String, OptionalLong> known =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(REMEMBERED).build();

    Recipients(ReportAddresses addresses) {
        this.addresses = addresses;
    }

    /** Whether it is the address that every mail server has. */
    boolean isPostmaster(String mailbox) {
        return addresses.isPostmaster(mailbox);
    }

    /** Returns the account; empty where the address is nobody's. */
    OptionalLong accountOf(String mailbox) {
        OptionalLong account = known.getIfPresent(mailbox);
        if (account == null) {
            account =
                    isPostmaster(mailbox)
                            ? addresses.accountOfPostmaster()
                            : addresses.accountOf(mailbox);
            if (account.isPresent()) {
                known.put(mailbox, account);
            }
        }
        return account;
    }
}
