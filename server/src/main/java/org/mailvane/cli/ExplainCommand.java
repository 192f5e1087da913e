package org.mailvane.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.net.DnsResolver;
import org.mailvane.platform.network.NetworkClients;
import org.mailvane.sourcedata.Explanation;
import org.mailvane.sourcedata.Explanation.Answer;
import org.mailvane.sourcedata.ExplanationBody;
import org.mailvane.sourcedata.Explanations;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.mailvane.sources.classify.Judgement.Evidence;
import org.mailvane.sources.classify.Rule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mailvane explain}. */
@Command(
        name = "explain",
        description =
                "Explains how an IP address is classified: source, category, rule and"
                        + " evidence. With a domain, uses the mail that the address sent for that"
                        + " domain.",
        footer = {"", "Example: mailvane explain 192.0.2.25 example.com"})
final class ExplainCommand extends SettingsUser implements Callable<Integer> {

    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "Account; required if there are several.")
    @Nullable Long account;

    @Option(names = "--json", description = "Print JSON, like sources/explain/ in the API.")
    boolean json;

    @Parameters(index = "0", paramLabel = "IP", description = "IP address of the sending host.")
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
                                        "\"%s\" is not an IPv4 or IPv6 address."
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
                                "\"%s\" is not a domain name.".formatted(Printable.of(text))));
    }

    private Explanation explain(IpAddress address, @Nullable DomainName name) {
        try (DnsResolver dns = NetworkClients.dns(settings())) {
            return withDatabase(context -> {
                Account of = AccountChoice.of(context.getBean(Accounts.class), account);
                return context.getBean(Explanations.class)
                        .of(of.scope(), address, name, dns)
                        .orElseThrow(() ->
                                new CommandFailed(
                                        "The account has no domain %s. To explain the address alone: mailvane explain %s"
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
            line("Messages", "none stored; result for a message that passes neither SPF nor DKIM");
        }
        for (Evidence evidence : explanation.evidence()) {
            line(
                    "Seen",
                    "%s %s%s%s"
                            .formatted(
                                    evidence.kind().code().replace('_', ' '),
                                    evidence.value(),
                                    evidence.confirmed() ? "" : " (not confirmed, ignored)",
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
            case CUSTOM_SOURCE -> "one of the account's own sources";
            case RELAY -> "a mailbox provider forwarded mail that others sent";
            case MAILBOX ->
                    "sent from a mailbox of the provider, with an address of another domain";
            case CATALOGUE -> "a sender in the catalogue";
            case KNOWN_FORWARDER -> "a known forwarder, or the receiver reported forwarding";
            case FORWARDED ->
                    "a valid signature of the domain, but not from one of the domain's"
                            + " senders";
            case SPF_IDENTIFIED -> "the domain's SPF record allows it";
            case ALIGNED -> "DKIM or SPF passed with alignment";
            case UNKNOWN -> "no other rule applies";
        };
    }
}
