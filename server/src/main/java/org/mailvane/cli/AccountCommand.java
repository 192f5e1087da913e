package org.mailvane.cli;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane account ...}. */
@Command(
        name = "account",
        description = "Makes and lists accounts.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AccountCommand.Create.class,
            AccountCommand.ListAll.class,
            AccountCommand.SetExpiry.class
        })
final class AccountCommand {

    /** {@code mailvane account create}. */
    @Command(
            name = "create",
            description = "Makes an account, its active owner and the owner's API token.",
            footer = {
                "",
                "Example: mailvane account create --name \"Example Ltd\" --owner ann@example.com"
            })
    static final class Create extends SettingsUser implements Callable<Integer> {

        @Option(names = "--name", required = true, description = "What the account is called.")
        String name;

        @Option(names = "--owner", required = true, description = "Email address of its owner.")
        String owner;

        @Option(
                names = "--password-stdin",
                description = "Read the owner's password from standard input.")
        boolean passwordStdin;

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        @Override
        public Integer call() {
            String password = passwordStdin ? StandardInput.secretLine() : null;
            Accounts.Created created =
                    withMigratedDatabase(context ->
                            context.getBean(Accounts.class).create(name, owner, password));
            if (json) {
                Map<String, Object> result = new LinkedHashMap<>();
                result.put("account_id", created.account().id());
                result.put("account_token", created.account().token());
                result.put("user_id", created.owner().id());
                result.put("email", created.owner().email());
                result.put("api_token", created.apiToken());
                out().println(Json.of(result));
            } else {
                out().printf("Account        %d%n", created.account().id());
                out().printf("Account token  %s%n", created.account().token());
                out().printf("Owner          %s%n", created.owner().email());
                out().printf("API token      %s%n", created.apiToken());
                notice("The API token is shown this once; `mailvane token create` makes another.");
            }
            return Mailvane.OK;
        }
    }

    /** {@code mailvane account list}. */
    @Command(
            name = "list",
            description = "Lists all accounts.",
            footer = {"", "Example: mailvane account list --json"})
    static final class ListAll extends SettingsUser implements Callable<Integer> {

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        /** An account as it is printed. */
        record Line(
                long accountId,
                String name,
                String accountToken,
                String created,
                @Nullable String expires) {

            static Line of(Account account) {
                LocalDate expires = account.expires();
                return new Line(
                        account.id(),
                        account.name(),
                        account.token(),
                        account.created().toString(),
                        expires == null ? null : expires.toString());
            }
        }

        @Override
        public Integer call() {
            List<Line> lines =
                    withDatabase(context ->
                            context.getBean(Accounts.class).all().stream().map(Line::of).toList());
            if (json) {
                out().println(Json.of(lines));
                return Mailvane.OK;
            }
            for (Line line : lines) {
                out().printf(
                                "%d  %s  %s  %s%n",
                                line.accountId(),
                                line.accountToken(),
                                line.expires() == null ? "no end" : "until " + line.expires(),
                                Printable.of(line.name()));
            }
            return Mailvane.OK;
        }
    }

    /** {@code mailvane account set-expiry}. */
    @Command(
            name = "set-expiry",
            description = "Sets the last day of an account's subscription.",
            footer = {"", "Example: mailvane account set-expiry 1 2027-12-31"})
    static final class SetExpiry extends SettingsUser implements Callable<Integer> {

        private static final String NEVER = "never";

        @Parameters(index = "0", paramLabel = "ID", description = "The account's number.")
        long id;

        @Parameters(
                index = "1",
                paramLabel = "DATE",
                description = "The last day, YYYY-MM-DD, or the word never.")
        String date;

        @Override
        public Integer call() {
            LocalDate expires = day();
            withDatabase(context -> {
                context.getBean(Accounts.class).setExpiry(id, expires);
                return true;
            });
            out().println(
                            expires == null
                                    ? "Account " + id + " has no end now."
                                    : "Account " + id + " ends after " + expires + ".");
            return Mailvane.OK;
        }

        private @Nullable LocalDate day() {
            if (date.equals(NEVER)) {
                return null;
            }
            try {
                return LocalDate.parse(date);
            } catch (DateTimeParseException malformed) {
                throw new CommandFailed(
                        "\"" + date + "\" is no date: it must be YYYY-MM-DD or the word never.");
            }
        }
    }
}
