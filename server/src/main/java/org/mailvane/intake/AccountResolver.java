package org.mailvane.intake;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.text.Message;
import org.springframework.stereotype.Component;

/** Finds the account that a mailbox or folder of the settings is for. */
@Component
public class AccountResolver {

    private final Accounts accounts;

    AccountResolver(Accounts accounts) {
        this.accounts = accounts;
    }

    /** A place that is for no account, with what to do. */
    public static final class Unknown extends Exception {

        private static final long serialVersionUID = 1;

        private final transient Message problem;

        Unknown(Message problem) {
            super(problem.code());
            this.problem = problem;
        }

        /** Returns what is wrong, and what to do. */
        public Message problem() {
            return problem;
        }
    }

    /**
     * Returns the account.
     *
     * @param named its number, if the settings say one
     */
    public long accountId(OptionalLong named) throws Unknown {
        List<Account> all = accounts.all();
        if (all.isEmpty()) {
            throw new Unknown(Message.of("imports.place.no_account"));
        }
        String numbers =
                all.stream().map(a -> String.valueOf(a.id())).collect(Collectors.joining(", "));
        if (named.isEmpty()) {
            if (all.size() > 1) {
                throw new Unknown(
                        Message.of("imports.place.several_accounts").with("accounts", numbers));
            }
            return all.getFirst().id();
        }
        Optional<Account> found = all.stream().filter(a -> a.id() == named.getAsLong()).findFirst();
        return found.orElseThrow(() ->
                        new Unknown(
                                Message.of("imports.place.unknown_account")
                                        .with("account", String.valueOf(named.getAsLong()))
                                        .with("accounts", numbers)))
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
