package org.mailvane.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;

/** Which account a command is about: the one that is named, else the only one. */
final class AccountChoice {

    private AccountChoice() {}

    /**
     * The account.
     *
     * @param named its number, if it was named
     * @throws CommandFailed when there is none, or when there are several and none was named
     */
    static Account of(Accounts accounts, @Nullable Long named) {
        List<Account> all = accounts.all();
        if (named != null) {
            long id = named;
            return accounts.find(id)
                    .orElseThrow(() ->
                            new CommandFailed("There is no account " + id + ".\n" + listed(all)));
        }
        return switch (all.size()) {
            case 0 ->
                    throw new CommandFailed(
                            "There is no account yet. Create one: mailvane account create --name"
                                    + " NAME --owner EMAIL");
            case 1 -> all.getFirst();
            default ->
                    throw new CommandFailed(
                            "There are several accounts. Choose one with --account ID.\n"
                                    + listed(all));
        };
    }

    private static String listed(List<Account> accounts) {
        StringBuilder text = new StringBuilder("Accounts:");
        for (Account one : accounts) {
            text.append("\n  ").append(one.id()).append("  ").append(Printable.of(one.name()));
        }
        return text.toString();
    }
}
