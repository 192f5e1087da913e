package org.mailvane.cli;

import java.util.concurrent.Callable;
import org.mailvane.accounts.Accounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane user ...}. */
@Command(
        name = "user",
        description = "Ways back in for people who have lost theirs.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {UserCommand.ResetPassword.class, UserCommand.ResetSecondFactor.class})
final class UserCommand {

    /** Said where somebody is given what is of no use to them yet. */
    static final String NOT_ACTIVE =
            "%s is not active yet, and can't come in before they follow the link in their"
                    + " activation mail.";

    /** Said where somebody has come back from single sign-on. */
    static final String SSO_OVER =
            "%s no longer signs in through the identity provider, but with this password, and"
                    + " without a second step until they set one up. An admin can convert them"
                    + " again.";

    /** {@code mailvane user reset-password}. */
    @Command(
            name = "reset-password",
            description = {
                "Sets a user's password, and prints it unless it was given.",
                "Who was converted to single sign-on signs in with the password from now on."
            },
            footer = {"", "Example: mailvane user reset-password ann@example.com"})
    static final class ResetPassword extends SettingsUser implements Callable<Integer> {

        @Parameters(paramLabel = "EMAIL", description = "The user's address.")
        String email;

        @Option(
                names = "--password-stdin",
                description = "Read the new password from standard input.")
        boolean passwordStdin;

        @Override
        public Integer call() {
            String given = passwordStdin ? StandardInput.secretLine() : null;
            return withDatabase(context -> {
                Accounts accounts = context.getBean(Accounts.class);
                boolean converted = accounts.usesSingleSignOn(email);
                String password = accounts.resetPassword(email, given);
                if (passwordStdin) {
                    notice("The password of " + email + " is changed.");
                } else {
                    out().println(password);
                    notice("This is the new password of " + email + ".");
                }
                if (converted) {
                    notice(SSO_OVER.formatted(email));
                }
                if (!accounts.isActive(email)) {
                    notice(NOT_ACTIVE.formatted(email));
                }
                return Mailvane.OK;
            });
        }
    }

    /** {@code mailvane user reset-2fa}. */
    @Command(
            name = "reset-2fa",
            description = "Removes a user's second factor.",
            footer = {"", "Example: mailvane user reset-2fa ann@example.com"})
    static final class ResetSecondFactor extends SettingsUser implements Callable<Integer> {

        @Parameters(paramLabel = "EMAIL", description = "The user's address.")
        String email;

        @Override
        public Integer call() {
            boolean removed =
                    withDatabase(
                            context -> context.getBean(Accounts.class).resetSecondFactor(email));
            out().println(
                            removed
                                    ? "The second factor of " + email + " is removed."
                                    : email + " has no second factor.");
            return Mailvane.OK;
        }
    }
}
