package org.mailvane.cli;

import java.util.concurrent.Callable;
import org.mailvane.accounts.Accounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mailvane token ...}. */
@Command(
        name = "token",
        description = "Manages API tokens.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = TokenCommand.Create.class)
final class TokenCommand {

    /** {@code mailvane token create}. */
    @Command(
            name = "create",
            description =
                    "Creates a new API token for a user and prints it. Revokes the previous"
                            + " token.",
            footer = {"", "Example: mailvane token create ann@example.com"})
    static final class Create extends SettingsUser implements Callable<Integer> {

        @Parameters(paramLabel = "EMAIL", description = "The user's email address.")
        String email;

        @Override
        public Integer call() {
            return withDatabase(context -> {
                Accounts accounts = context.getBean(Accounts.class);
                out().println(accounts.createToken(email));
                if (!accounts.isActive(email)) {
                    notice(UserCommand.NOT_ACTIVE.formatted(email));
                }
                return Mailvane.OK;
            });
        }
    }
}
