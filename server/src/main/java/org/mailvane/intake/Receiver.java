package org.mailvane.intake;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.springframework.stereotype.Component;

/** Finds the account that a mailbox or folder of the settings is for. */
@Component
public class Receiver {

    private final Accounts accounts;

    Receiver(Accounts accounts) {
        this.accounts = accounts;
    }

    /** A place that is for no account, with what to do. */
    public static final class Unknown extends Exception {

        private static final long serialVersionUID = 1;

        Unknown(String message) {
            super(message);
        }
    }

    /**
     * The account.
     *
     * @param named its number, if the settings say one
     */
    public long accountId(OptionalLong named) throws Unknown {
        List<Account> all = accounts.all();
        if (all.isEmpty()) {
            throw new Unknown("There is no account yet: mailvane account create");
        }
        String numbers =
                all.stream().map(a -> String.valueOf(a.id())).collect(Collectors.joining(", "));
        if (named.isEmpty()) {
            if (all.size() > 1) {
                throw new Unknown(
                        "There are several accounts: add ?account= and one of " + numbers);
            }
            return all.getFirst().id();
        }
        Optional<Account> found = all.stream().filter(a -> a.id() == named.getAsLong()).findFirst();
        return found.orElseThrow(() ->
                        new Unknown(
                                "There is no account "
                                        + named.getAsLong()
                                        + "; there are "
                                        + numbers))
                .id();
    }

    /** Whether what the settings say of a place is for this account, by {@link #accountId}. */
    public boolean isFor(OptionalLong named, long accountId) {
        try {
            return accountId(named) == accountId;
        } catch (Unknown nobody) {
            return false;
        }
    }
}
