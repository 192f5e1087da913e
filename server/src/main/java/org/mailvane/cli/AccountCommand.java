package org.mailvane.cli;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane account ...}. */
@Command(
        name = "account",
        description = "Manages accounts.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AccountCommand.Create.class,
            AccountCommand.ListAll.class,
            AccountCommand.SetExpiry.class,
            AccountCommand.ReportAddress.class,
            AccountCommand.AddDomainsByMail.class
        })
final class AccountCommand {

    /** {@code mailvane account create}. */
    @Command(
            name = "create",
            description = "Creates an account, its owner and the owner's API token.",
            footer = {
                "",
                "Example: mailvane account create --name \"Example Ltd\" --owner ann@example.com"
            })
    static final class Create extends SettingsUser implements Callable<Integer> {

        @Option(names = "--name", required = true, description = "Name of the account.")
        String name;

        @Option(names = "--owner", required = true, description = "The owner's email address.")
        String owner;

        @Option(
                names = "--password-stdin",
                description = "Read the owner's password from standard input.")
        boolean passwordStdin;

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        /** What was made, and the address of its reports. */
        private record Made(Accounts.Created created, String reportAddress) {}

        @Override
        public Integer call() {
            String password = passwordStdin ? StandardInput.secretLine() : null;
            Made made =
                    withMigratedDatabase(context -> {
                        Accounts.Created created =
                                context.getBean(Accounts.class).create(name, owner, password);
                        return new Made(
                                created,
                                context.getBean(ReportAddresses.class).of(created.account()));
                    });
            Accounts.Created created = made.created();
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
                out().printf("Reports to     %s%n", made.reportAddress());
                out().printf("Owner          %s%n", created.owner().email());
                out().printf("API token      %s%n", created.apiToken());
                notice(
                        "The API token is not shown again. `mailvane token create` creates a new"
                                + " one.");
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
                String reportAddress,
                String created,
                @Nullable String expires) {

            static Line of(Account account, ReportAddresses addresses) {
                LocalDate expires = account.expires();
                return new Line(
                        account.id(),
                        account.name(),
                        account.token(),
                        addresses.of(account),
                        account.created().toString(),
                        expires == null ? null : expires.toString());
            }
        }

        @Override
        public Integer call() {
            List<Line> lines =
                    withDatabase(context -> {
                        ReportAddresses addresses = context.getBean(ReportAddresses.class);
                        return context.getBean(Accounts.class).all().stream()
                                .map(account -> Line.of(account, addresses))
                                .toList();
                    });
            if (json) {
                out().println(Json.of(lines));
                return Mailvane.OK;
            }
            for (Line line : lines) {
                out().printf(
                                "%d  %s  %s  %s%n",
                                line.accountId(),
                                line.reportAddress(),
                                line.expires() == null
                                        ? "never expires"
                                        : "until " + line.expires(),
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
                description = "Last day as YYYY-MM-DD, or never.")
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
                                    ? "Account " + id + " never expires now."
                                    : "Account " + id + " expires after " + expires + ".");
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
                        "\"" + date + "\" is not a date. Use YYYY-MM-DD, or never.");
            }
        }
    }

    /** {@code mailvane account report-address}. */
    @Command(
            name = "report-address",
            description = "Lists, adds or removes the addresses that receive an account's reports.",
            footer = {"", "Example: mailvane account report-address 1 add dmarc@example.com"})
    static final class ReportAddress extends SettingsUser implements Callable<Integer> {

        /** What is done. */
        enum Action {
            ADD,
            REMOVE,
            LIST
        }

        @Parameters(index = "0", paramLabel = "ID", description = "The account's number.")
        long id;

        @Parameters(
                index = "1",
                paramLabel = "add|remove|list",
                description = "Action; list takes no address.")
        Action action;

        @Parameters(
                index = "2",
                paramLabel = "ADDRESS",
                arity = "0..1",
                description = "Email address, at any domain.")
        @Nullable String address;

        @Override
        public Integer call() {
            String named = address;
            if (action == Action.LIST) {
                if (named != null) {
                    throw new CommandFailed("list takes no address.");
                }
                addresses().forEach(out()::println);
                return Mailvane.OK;
            }
            if (named == null) {
                throw new CommandFailed(
                        "Specify the address, for example: mailvane account report-address %d %s dmarc@example.com"
                                .formatted(id, action.name().toLowerCase(Locale.ROOT)));
            }
            boolean add = action == Action.ADD;
            String kept =
                    withDatabase(context -> {
                        ReportAddresses all = context.getBean(ReportAddresses.class);
                        return add ? all.add(id, named) : all.remove(id, named);
                    });
            out().println(
                            add
                                    ? "Account " + id + " now receives reports at " + kept + "."
                                    : "Account "
                                            + id
                                            + " no longer receives reports at "
                                            + kept
                                            + ".");
            return Mailvane.OK;
        }

        private List<String> addresses() {
            return withDatabase(context -> {
                ReportAddresses all = context.getBean(ReportAddresses.class);
                Account account =
                        context.getBean(Accounts.class)
                                .find(id)
                                .orElseThrow(
                                        () -> new CommandFailed("There is no account " + id + "."));
                return Stream.concat(
                                Stream.of(all.of(account)), all.further(account.scope()).stream())
                        .toList();
            });
        }
    }

    /** {@code mailvane account add-domains-by-mail}. */
    @Command(
            name = "add-domains-by-mail",
            description =
                    "Sets whether a mailed report adds its domain to the account. If off,"
                            + " reports about unknown domains wait until you add the domain. Without"
                            + " on or off, shows the setting.",
            footer = {"", "Example: mailvane account add-domains-by-mail 1 on"})
    static final class AddDomainsByMail extends SettingsUser implements Callable<Integer> {

        /** Whether they do. */
        enum Choice {
            ON,
            OFF
        }

        @Parameters(index = "0", paramLabel = "ID", description = "The account's number.")
        long id;

        @Parameters(index = "1", arity = "0..1", paramLabel = "on|off", description = "New value.")
        @Nullable Choice choice;

        @Override
        public Integer call() {
            Choice wanted = choice;
            boolean on =
                    withDatabase(context -> {
                        Accounts accounts = context.getBean(Accounts.class);
                        if (accounts.find(id).isEmpty()) {
                            throw new CommandFailed("There is no account " + id + ".");
                        }
                        if (wanted != null) {
                            accounts.setAddDomainsByMail(id, wanted == Choice.ON);
                        }
                        return accounts.addsDomainsByMail(id);
                    });
            out().printf(
                            "Mailed reports %s domains to account %d.%n",
                            on ? "add" : "do not add", id);
            return Mailvane.OK;
        }
    }
}
