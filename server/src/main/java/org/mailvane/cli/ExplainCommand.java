package org.mailvane.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.net.DnsResolver;
import org.mailvane.network.NetworkClients;
import org.mailvane.senders.Explanation;
import org.mailvane.senders.Explanation.Answer;
import org.mailvane.senders.ExplanationBody;
import org.mailvane.senders.Explanations;
import org.mailvane.sources.CatalogueSender.Notes;
import org.mailvane.sources.Judgement.Evidence;
import org.mailvane.sources.Rule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane explain}. */
@Command(
        name = "explain",
        description =
                "Says who an address is, and why: its source and category, the rule that decided,"
                        + " and what was looked at. With a domain: by what it has sent in its name.",
        footer = {"", "Example: mailvane explain 192.0.2.25 example.com"})
final class ExplainCommand extends SettingsUser implements Callable<Integer> {

    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "The account; needed where there are several.")
    @Nullable Long account;

    @Option(names = "--json", description = "Print JSON, as the API's sources/explain/ answers.")
    boolean json;

    @Parameters(index = "0", paramLabel = "IP", description = "The sending address.")
    String ip;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DOMAIN",
            description = "A domain of the account.")
    @Nullable String domain;

    @Override
    public Integer call() {
        IpAddress address =
                IpAddress.parse(ip)
                        .orElseThrow(() ->
                                new CommandFailed(
                                        "\"%s\" is no IPv4 or IPv6 address."
                                                .formatted(Printable.of(ip))));
        String named = domain;
        DomainName name = named == null ? null : name(named);
        Explanation explanation = explain(address, name);
        if (json) {
            out().println(Json.of(ExplanationBody.of(explanation)));
        } else {
            print(explanation);
        }
        return Mailvane.OK;
    }

    private static DomainName name(String text) {
        return DomainName.parse(text)
                .orElseThrow(() ->
                        new CommandFailed(
                                "\"%s\" is no domain name.".formatted(Printable.of(text))));
    }

    private Explanation explain(IpAddress address, @Nullable DomainName name) {
        try (DnsResolver dns = NetworkClients.dns(settings())) {
            return withDatabase(context -> {
                Account of = AccountChoice.of(context.getBean(Accounts.class), account);
                return context.getBean(Explanations.class)
                        .of(of.scope(), address, name, dns)
                        .orElseThrow(() ->
                                new CommandFailed(
                                        "The account has no domain %s. Without one, only the address is asked about: mailvane explain %s"
                                                .formatted(name, address)));
            });
        }
    }

    private void print(Explanation explanation) {
        Answer answer = explanation.answer();
        line("Source", answer.source().name() + " (" + answer.source().number() + ")");
        line("Category", category(answer.category()));
        line("Rule", answer.rule().number() + ": " + words(answer.rule()));
        if (answer.messages() > 0) {
            line("Messages", String.valueOf(answer.messages()));
        } else if (explanation.domain() != null) {
            line("Messages", "none are stored: so would be one that passes nothing");
        }
        for (Evidence evidence : explanation.evidence()) {
            line(
                    "Seen",
                    "%s %s%s%s"
                            .formatted(
                                    evidence.kind().code().replace('_', ' '),
                                    evidence.value(),
                                    evidence.confirmed()
                                            ? ""
                                            : " (not confirmed, so it does not count)",
                                    evidence.seen() == null ? "" : ", " + evidence.seen()));
        }
        for (Answer other : explanation.others()) {
            line(
                    "Also",
                    "%d messages: %s, %s, rule %d"
                            .formatted(
                                    other.messages(),
                                    other.source().name(),
                                    category(other.category()),
                                    other.rule().number()));
        }
        Notes.Texts notes = answer.source().notes().texts();
        line("To do", notes.dmarc());
        line("SPF", notes.spf());
        line("DKIM", notes.dkim());
    }

    private void line(String name, String text) {
        if (!text.isEmpty()) {
            out().printf(Locale.ROOT, "%-9s %s%n", name, Printable.of(text));
        }
    }

    private static String category(int number) {
        return switch (number) {
            case 1 -> "DMARC capable";
            case 2 -> "non-compliant";
            case 3 -> "forwarder";
            default -> "threat or unknown";
        };
    }

    private static String words(Rule rule) {
        return switch (rule) {
            case CUSTOM_SOURCE -> "it is one of the account's own sources";
            case RELAY -> "a mailbox provider passed on what others had sent";
            case MAILBOX -> "somebody sent from a mailbox there, whose address is another one";
            case CATALOGUE -> "it is a sender of the catalogue";
            case KNOWN_FORWARDER -> "a known forwarder, or the receiver says that it was forwarded";
            case FORWARDED -> "its signature came through, but not from where the domain sends";
            case SPF_IDENTIFIED -> "the domain's own SPF record lets it pass";
            case ALIGNED -> "DKIM or SPF passed aligned";
            case UNKNOWN -> "nothing of all that fits";
        };
    }
}
