package org.mailvane.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.binding.Given;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.custom.CustomSource;
import org.mailvane.sources.custom.CustomSourceChange;
import org.mailvane.sources.custom.CustomSources;
import org.mailvane.sources.custom.SenderDomain;
import org.mailvane.sources.custom.SourceFault;
import org.mailvane.sources.custom.SourceRefusedException;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane source ...}. */
@Command(
        name = "source",
        description = "Lists known senders, and manages an account's own sources.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SourceCommand.ListOwn.class,
            SourceCommand.Create.class,
            SourceCommand.Change.class,
            SourceCommand.Delete.class,
            SourceCommand.ShowCatalogue.class
        })
final class SourceCommand {

    private SourceCommand() {}

    /** What all commands share that are about an account's own sources. */
    abstract static class Own extends SettingsUser implements Callable<Integer> {

        @Option(
                names = "--account",
                paramLabel = "ID",
                description = "Account; required if there are several.")
        @Nullable Long account;

        final <T> T work(BiFunction<CustomSources, Scope, T> work) {
            return withDatabase(context -> {
                Scope scope = AccountChoice.of(context.getBean(Accounts.class), account).scope();
                try {
                    return work.apply(context.getBean(CustomSources.class), scope);
                } catch (SourceRefusedException refused) {
                    throw new CommandFailed(told(refused.faults()));
                }
            });
        }

        private static String told(List<SourceFault> faults) {
            List<String> lines = new ArrayList<>();
            for (SourceFault fault : faults) {
                lines.add(Printable.of(MessageFormatter.forPrograms().format(fault.text())));
            }
            return String.join("\n", lines);
        }

        static CommandFailed missing(long id) {
            return new CommandFailed(
                    "The account has no custom source "
                            + id
                            + ". To list its sources: mailvane source list");
        }
    }

    /** Members of a source as flags. */
    static final class Members {

        @Option(names = "--slug", paramLabel = "SLUG", description = "Short name in URLs.")
        @Nullable String slug;

        @Option(
                names = "--networks",
                split = ",",
                paramLabel = "NETWORK",
                description = "Networks that it sends from, separated by commas.")
        @Nullable List<String> networks;

        @Option(
                names = "--ptr-domains",
                split = ",",
                paramLabel = "DOMAIN",
                description =
                        "Domains of its hosts' confirmed reverse DNS names; subdomains included.")
        @Nullable List<String> ptrDomains;

        @Option(
                names = "--dkim-domains",
                split = ",",
                paramLabel = "DOMAIN",
                description =
                        "Domains that it signs with (DKIM); *.example.com means all subdomains.")
        @Nullable List<String> dkimDomains;

        @Option(
                names = "--spf-domains",
                split = ",",
                paramLabel = "DOMAIN",
                description =
                        "Domains of its envelope senders (SPF); *.example.com means all"
                                + " subdomains.")
        @Nullable List<String> spfDomains;

        @Option(
                names = "--category",
                paramLabel = "1|2|3",
                description =
                        "1: legitimate sender, 2: sender that can't pass DMARC, 3: forwarder.")
        @Nullable Integer category;

        @Option(
                names = "--capable-spf",
                arity = "1",
                paramLabel = "true|false",
                description = "Whether it supports SPF alignment.")
        @Nullable Boolean capableSpf;

        @Option(
                names = "--capable-dkim",
                arity = "1",
                paramLabel = "true|false",
                description = "Whether it supports DKIM alignment.")
        @Nullable Boolean capableDkim;

        @Option(names = "--notes-spf", paramLabel = "TEXT", description = "How to set up SPF.")
        @Nullable String notesSpf;

        @Option(names = "--notes-dkim", paramLabel = "TEXT", description = "How to set up DKIM.")
        @Nullable String notesDkim;

        @Option(names = "--notes-dmarc", paramLabel = "TEXT", description = "General instructions.")
        @Nullable String notesDmarc;

        CustomSourceChange change(@Nullable String name) {
            if (category != null && (category < 1 || category > 3)) {
                throw new CommandFailed("Invalid category " + category + ": use 1, 2 or 3.");
            }
            return new CustomSourceChange(
                    text("--name", name, CustomSource.MAX_NAME),
                    text("--slug", slug, CustomSource.MAX_SLUG),
                    values("--networks", networks, IpNetwork::parse, "an address or a network"),
                    values("--ptr-domains", ptrDomains, DomainName::parse, "a domain name"),
                    values("--dkim-domains", dkimDomains, SenderDomain::parse, allowedDomain()),
                    values("--spf-domains", spfDomains, SenderDomain::parse, allowedDomain()),
                    given(category),
                    given(capableSpf),
                    given(capableDkim),
                    text("--notes-spf", notesSpf, CustomSource.MAX_NOTES),
                    text("--notes-dkim", notesDkim, CustomSource.MAX_NOTES),
                    text("--notes-dmarc", notesDmarc, CustomSource.MAX_NOTES));
        }

        private static String allowedDomain() {
            return MessageFormatter.forPrograms().format(Message.of(SenderDomain.ALLOWED));
        }

        private static <T> Given<T> given(@Nullable T value) {
            return value == null ? Given.absent() : Given.of(value);
        }

        private static Given<String> text(String flag, @Nullable String text, int most) {
            if (text == null) {
                return Given.absent();
            }
            String stripped = text.strip();
            int length = stripped.codePointCount(0, stripped.length());
            if (length > most) {
                throw new CommandFailed(
                        "%s is too long: %d characters, at most %d allowed."
                                .formatted(flag, length, most));
            }
            return Given.of(stripped);
        }

        private static <T> Given<List<T>> values(
                String flag,
                @Nullable List<String> texts,
                Function<String, Optional<T>> parser,
                String allowed) {
            if (texts == null) {
                return Given.absent();
            }
            if (texts.size() > CustomSource.MAX_VALUES) {
                throw new CommandFailed(
                        "%s has too many values: %d, at most %d allowed."
                                .formatted(flag, texts.size(), CustomSource.MAX_VALUES));
            }
            List<T> values = new ArrayList<>();
            for (String text : texts) {
                // An empty one alone takes all away.
                if (!text.isBlank() || texts.size() > 1) {
                    values.add(
                            parser.apply(text.strip())
                                    .orElseThrow(() ->
                                            new CommandFailed(
                                                    "%s: \"%s\" is not valid: it must be %s."
                                                            .formatted(
                                                                    flag,
                                                                    Printable.of(text),
                                                                    allowed))));
                }
            }
            return Given.of(List.copyOf(values));
        }
    }

    /** A source as it is printed: the API's members. */
    record Line(
            long id,
            int number,
            String name,
            String slug,
            List<String> networks,
            List<String> ptrDomains,
            List<String> dkimDomains,
            List<String> spfDomains,
            int category,
            boolean capableSpf,
            boolean capableDkim,
            String notesSpf,
            String notesDkim,
            String notesDmarc) {

        static Line of(CustomSource source) {
            return of(source.id(), source.sender());
        }

        static Line of(long id, CatalogueSender sender) {
            return new Line(
                    id,
                    sender.number(),
                    sender.name(),
                    sender.slug(),
                    sender.networks().stream().map(IpNetwork::toString).toList(),
                    sender.hosts(),
                    sender.dkimDomains(),
                    sender.spfDomains(),
                    sender.category().number(),
                    sender.capableSpf(),
                    sender.capableDkim(),
                    sender.notes().texts().spf(),
                    sender.notes().texts().dkim(),
                    sender.notes().texts().dmarc());
        }

        String text() {
            return Printable.of("%d  %d  %s  category %d".formatted(id, number, name, category));
        }
    }

    /** {@code mailvane source list}. */
    @Command(
            name = "list",
            description = "Lists an account's own sources: ID, number, name, category.",
            footer = {"", "Example: mailvane source list --json"})
    static final class ListOwn extends Own {

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        @Override
        public Integer call() {
            List<Line> lines =
                    work((sources, scope) -> sources.all(scope).stream().map(Line::of).toList());
            if (json) {
                out().println(Json.of(lines));
            } else {
                lines.forEach(line -> out().println(line.text()));
            }
            return Mailvane.OK;
        }
    }

    /** {@code mailvane source create}. */
    @Command(
            name = "create",
            description = "Creates a custom source in an account.",
            footer = {
                "",
                "Example: mailvane source create --name Shop --networks 192.0.2.0/24"
                        + " --dkim-domains shop.example.com"
            })
    static final class Create extends Own {

        @Option(names = "--name", required = true, description = "Name of the source.")
        String name;

        @Mixin Members members = new Members();

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        @Override
        public Integer call() {
            CustomSourceChange change = members.change(name);
            Line made = work((sources, scope) -> Line.of(sources.create(scope, change)));
            out().println(json ? Json.of(made) : made.text());
            return Mailvane.OK;
        }
    }

    /** {@code mailvane source change}. */
    @Command(
            name = "change",
            description =
                    "Changes one of an account's own sources. Omitted options stay as they"
                            + " are.",
            footer = {"", "Example: mailvane source change 3 --category 3"})
    static final class Change extends Own {

        @Parameters(index = "0", paramLabel = "ID", description = "ID from mailvane source list.")
        long id;

        @Option(names = "--name", description = "Name of the source.")
        @Nullable String name;

        @Mixin Members members = new Members();

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        @Override
        public Integer call() {
            CustomSourceChange change = members.change(name);
            Line changed =
                    work((sources, scope) ->
                            sources.change(scope, id, change)
                                    .map(Line::of)
                                    .orElseThrow(() -> missing(id)));
            out().println(json ? Json.of(changed) : changed.text());
            return Mailvane.OK;
        }
    }

    /** {@code mailvane source delete}. */
    @Command(
            name = "delete",
            description = "Deletes one of an account's own sources.",
            footer = {"", "Example: mailvane source delete 3"})
    static final class Delete extends Own {

        @Parameters(index = "0", paramLabel = "ID", description = "ID from mailvane source list.")
        long id;

        @Override
        public Integer call() {
            if (!work((sources, scope) -> sources.delete(scope, id))) {
                throw missing(id);
            }
            out().println("Deleted source " + id + ". Its mail is being reclassified.");
            return Mailvane.OK;
        }
    }

    /** {@code mailvane source catalogue}. */
    @Command(
            name = "catalogue",
            description = "Lists the senders of the built-in catalogue.",
            footer = {"", "Example: mailvane source catalogue mail"})
    static final class ShowCatalogue extends SettingsUser implements Callable<Integer> {

        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "SEARCH",
                description = "Part of a name, slug or domain.")
        @Nullable String search;

        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        @Override
        public Integer call() {
            String part = search == null ? "" : search.toLowerCase(Locale.ROOT);
            List<Line> lines =
                    new Catalogue()
                            .senders().stream()
                                    .filter(sender -> has(sender, part))
                                    .map(sender -> Line.of(0, sender))
                                    .toList();
            if (json) {
                out().println(Json.of(lines));
            } else {
                for (Line line : lines) {
                    out().println(
                                    Printable.of(
                                            "%d  %s  category %d"
                                                    .formatted(
                                                            line.number(),
                                                            line.name(),
                                                            line.category())));
                }
            }
            return Mailvane.OK;
        }

        private static boolean has(CatalogueSender sender, String part) {
            return sender.name().toLowerCase(Locale.ROOT).contains(part)
                    || sender.slug().contains(part)
                    || sender.hosts().stream().anyMatch(name -> name.contains(part))
                    || sender.dkimDomains().stream().anyMatch(name -> name.contains(part))
                    || sender.spfDomains().stream().anyMatch(name -> name.contains(part));
        }
    }
}
