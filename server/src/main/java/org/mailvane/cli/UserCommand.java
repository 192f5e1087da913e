package org.mailvane.cli;

import java.util.concurrent.Callable;
import org.mailvane.accounts.Accounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane user ...}. */
@Command(
        name = "user",
        description = "Recovers user accounts.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {UserCommand.ResetPassword.class, UserCommand.ResetSecondFactor.class})
final class UserCommand {

    /** Said where somebody is given what is of no use to them yet. */
    static final String NOT_ACTIVE =
            "%s is not active yet. They must first open the link in their activation" + " email.";

    /** Said where somebody has come back from single sign-on. */
    static final String SSO_OVER =
            "%s now signs in with this password instead of single sign-on, and has"
                    + " no second factor until they set one up. An admin can switch them back"
                    + " to single sign-on.";

    /** {@code mailvane user reset-password}. */
    @Command(
            name = "reset-password",
            description = {
                "Sets a user's password. Without --password-stdin, generates one and"
                        + " prints it.",
                "A user of single sign-on signs in with the password from then on."
            },
            footer = {"", "Example: mailvane user reset-password ann@example.com"})
    static final class ResetPassword extends SettingsUser implements Callable<Integer> {

        @Parameters(paramLabel = "EMAIL", description = "The user's email address.")
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
                    notice("Password of " + email + " changed.");
                } else {
                    out().println(password);
                    notice("Printed the new password of " + email + ".");
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

        @Parameters(paramLabel = "EMAIL", description = "The user's email address.")
        String email;

        @Override
        public Integer call() {
            boolean removed =
                    withDatabase(
                            context -> context.getBean(Accounts.class).resetSecondFactor(email));
            out().println(
                            removed
                                    ? "Removed the second factor of " + email + "."
                                    : email + " has no second factor.");
            return Mailvane.OK;
        }
    }
}
