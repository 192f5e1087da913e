package org.mailvane.cli;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.inspect.Inspectors;
import org.mailvane.inspect.RecordName;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.net.DnsResolver;
import org.mailvane.platform.network.NetworkClients;
import org.mailvane.platform.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code mailvane inspect ...}: the inspectors without a server or a database. */
@Command(
        name = "inspect",
        description = "Inspects a domain's mail records and explains how to fix problems.",
        synopsisSubcommandLabel = "RECORD",
        subcommands = {
            InspectCommand.Dmarc.class,
            InspectCommand.Spf.class,
            InspectCommand.Dkim.class,
            InspectCommand.Bimi.class,
            InspectCommand.TlsRpt.class,
            InspectCommand.MtaSts.class,
            InspectCommand.MtaStsPolicy.class
        },
        footer = {"", "Example: mailvane inspect dmarc example.com"})
final class InspectCommand {

    /** Returns what to write instead, if a domain was given in place of the record. */
    static Optional<String> hint(ParameterException failure) {
        return failure instanceof UnmatchedArgumentException unmatched
                        && failure.getCommandLine().getCommand() instanceof InspectCommand
                        && !unmatched.getUnmatched().isEmpty()
                ? domainIn(unmatched.getUnmatched().getFirst())
                        .filter(domain -> domain.value().contains("."))
                        .map(domain ->
                                "The record type comes first: mailvane inspect dmarc " + domain)
                : Optional.empty();
    }

    /** What the inspections share: how the result is printed, and what they ask. */
    abstract static class Inspection extends SettingsUser implements Callable<Integer> {

        @Option(names = "--json", description = "Print JSON, like the API.")
        boolean json;

        /** Makes an inspection and prints it. Also of a record that is wrong that went well. */
        final <T> Integer inspect(
                Function<Inspectors, T> inspection, BiConsumer<InspectionText, T> text) {
            Settings settings = settings();
            try (DnsResolver dns = NetworkClients.dns(settings)) {
                Answers answers = new Answers(dns);
                Inspectors inspectors =
                        new Inspectors(
                                answers,
                                NetworkClients.https(settings, dns),
                                settings,
                                Clock.systemUTC(),
                                System::nanoTime);
                T result = inspection.apply(inspectors);
                if (json) {
                    out().println(Json.of(result));
                } else {
                    text.accept(new InspectionText(out()), result);
                }
                if (answers.none()) {
                    out().flush();
                    notice(noAnswers(settings));
                }
                return Mailvane.OK;
            }
        }
    }

    private static String noAnswers(Settings settings) {
        String asked =
                settings.dnsServers().isEmpty()
                        ? "the system's resolvers"
                        : "the resolvers in MAILVANE_DNS_SERVERS";
        return "All DNS lookups timed out (through "
                + asked
                + "). If the domain's own name servers are not the cause, check the network, or use"
                + " other resolvers: --dns-servers ADDRESS:PORT";
    }

    /** Notes whether DNS answers at all: where nothing does, it is hardly for the domain. */
    private static final class Answers implements Dns {

        private final Dns dns;
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger answered = new AtomicInteger();

        Answers(Dns dns) {
            this.dns = dns;
        }

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            asked.incrementAndGet();
            DnsAnswer answer = dns.ask(name, type);
            if (answer.status() != DnsAnswer.Status.TIMEOUT) {
                answered.incrementAndGet();
            }
            return answer;
        }

        boolean none() {
            return asked.get() > 0 && answered.get() == 0;
        }
    }

    private static CommandFailed noDomain(String text, String allowed) {
        return new CommandFailed(
                "\"%s\" is not a domain. Use %s.%s"
                        .formatted(
                                Printable.of(text),
                                allowed,
                                domainIn(text)
                                        .map(domain -> " Did you mean " + domain + "?")
                                        .orElse("")));
    }

    /**
     * Returns the domain of a web address or a mailbox, or the domain above a record such as
     * _dmarc.
     */
    private static Optional<DomainName> domainIn(String text) {
        String host =
                text.strip()
                        .replaceFirst("^[A-Za-z]+:(?://)?", "")
                        .replaceFirst("[/?#:].*", "")
                        .replaceFirst(".*@", "")
                        .replaceFirst("^(?:.*\\.)?[_*][^.]*\\.", "");
        return DomainName.parse(host);
    }

    /** The domain of an inspection. */
    static final class OfDomain {

        @Parameters(index = "0", paramLabel = "DOMAIN", description = "The domain.")
        String name = "";

        DomainName domain() {
            return DomainName.parse(name)
                    .orElseThrow(() -> noDomain(name, "a host name such as example.com"));
        }
    }

    /** The domain and the selector of an inspection. */
    static final class OfSelector {

        @Mixin OfDomain domain = new OfDomain();

        @Parameters(
                index = "1",
                paramLabel = "SELECTOR",
                arity = "0..1",
                description = "Selector of the record.")
        @Nullable String selector;

        Optional<Selector> selector() {
            return Optional.ofNullable(selector).map(OfSelector::selector);
        }

        private static Selector selector(String text) {
            String alone = text.replaceFirst("\\._(?:domainkey|bimi)(?:\\..*)?$", "");
            if (!alone.equals(text)) {
                throw new CommandFailed(
                        "Give only the selector: "
                                + Printable.of(alone)
                                + ", without what follows.");
            }
            return Selector.parse(text)
                    .orElseThrow(() ->
                            new CommandFailed(
                                    "\""
                                            + Printable.of(text)
                                            + "\" is not valid: it must be "
                                            + Selector.ALLOWED
                                            + "."));
        }
    }

    /** {@code mailvane inspect dmarc}. */
    @Command(
            name = "dmarc",
            description = "Inspects the DMARC record that applies to a domain.",
            footer = {"", "Example: mailvane inspect dmarc example.com"})
    static final class Dmarc extends Inspection {

        @Mixin OfDomain of = new OfDomain();

        @Override
        public Integer call() {
            DomainName domain = of.domain();
            return inspect(all -> all.dmarc(domain), InspectionText::print);
        }
    }

    /** {@code mailvane inspect dkim}. */
    @Command(
            name = "dkim",
            description = "Inspects the DKIM key of a selector.",
            footer = {
                "",
                "You find the selector in the DKIM-Signature header of a message: s=...",
                "Example: mailvane inspect dkim example.com s1"
            })
    static final class Dkim extends Inspection {

        @Mixin OfSelector of = new OfSelector();

        @Override
        public Integer call() {
            DomainName domain = of.domain.domain();
            Selector selector =
                    of.selector()
                            .orElseThrow(() ->
                                    new CommandFailed(
                                            "Specify the selector: mailvane inspect dkim "
                                                    + domain
                                                    + " SELECTOR. You find it in the DKIM-Signature header of a message: s=..."));
            return inspect(all -> all.dkim(domain, selector), InspectionText::print);
        }
    }

    /** {@code mailvane inspect bimi}. */
    @Command(
            name = "bimi",
            description = "Inspects the BIMI record of a domain, its logo and its certificate.",
            footer = {
                "",
                "The default SELECTOR is \"default\".",
                "Example: mailvane inspect bimi example.com"
            })
    static final class Bimi extends Inspection {

        @Mixin OfSelector of = new OfSelector();

        @Override
        public Integer call() {
            DomainName domain = of.domain.domain();
            Selector selector = of.selector().orElse(Selector.DEFAULT);
            return inspect(all -> all.bimi(domain, selector), InspectionText::print);
        }
    }

    /** {@code mailvane inspect tls-rpt}. */
    @Command(
            name = "tls-rpt",
            description = "Inspects the TLS-RPT record of a domain.",
            footer = {"", "Example: mailvane inspect tls-rpt example.com"})
    static final class TlsRpt extends Inspection {

        @Mixin OfDomain of = new OfDomain();

        @Override
        public Integer call() {
            DomainName domain = of.domain();
            return inspect(all -> all.tlsRpt(domain), (text, result) -> text.print(domain, result));
        }
    }

    /** {@code mailvane inspect mta-sts}. */
    @Command(
            name = "mta-sts",
            description = "Inspects the MTA-STS record of a domain.",
            footer = {"", "Example: mailvane inspect mta-sts example.com"})
    static final class MtaSts extends Inspection {

        @Mixin OfDomain of = new OfDomain();

        @Override
        public Integer call() {
            DomainName domain = of.domain();
            return inspect(all -> all.mtaSts(domain), (text, result) -> text.print(domain, result));
        }
    }

    /** {@code mailvane inspect mta-sts-policy}. */
    @Command(
            name = "mta-sts-policy",
            description =
                    "Inspects the MTA-STS policy of a domain and compares it with its MX"
                            + " hosts.",
            footer = {"", "Example: mailvane inspect mta-sts-policy example.com"})
    static final class MtaStsPolicy extends Inspection {

        @Mixin OfDomain of = new OfDomain();

        @Override
        public Integer call() {
            DomainName domain = of.domain();
            return inspect(
                    all -> all.mtaStsPolicy(domain), (text, result) -> text.print(domain, result));
        }
    }

    /** {@code mailvane inspect spf}. */
    @Command(
            name = "spf",
            description = "Inspects the SPF record of a domain, or evaluates SPF for a message.",
            footer = {
                "",
                "Example: mailvane inspect spf example.com",
                "Example: mailvane inspect spf --evaluate --ip 192.0.2.1 --sender ann@example.com"
                        + " --helo mail.example.com",
                "With --evaluate --batch, each line of standard input is a JSON object"
                        + " with ip, sender and helo. Each line of the output is its result."
            })
    static final class Spf extends Inspection {

        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "DOMAIN",
                description = "The domain; underscores are allowed.")
        @Nullable String domain;

        @Option(
                names = "--evaluate",
                description = "Evaluate SPF for a message (RFC 7208, check_host).")
        boolean evaluate;

        @Option(names = "--batch", description = "Read messages from standard input.")
        boolean batch;

        @Option(names = "--ip", paramLabel = "IP", description = "IP address of the sending host.")
        @Nullable String ip;

        @Option(
                names = "--sender",
                paramLabel = "ADDRESS",
                description = "MAIL FROM address; may be empty.")
        String sender = "";

        @Option(
                names = "--helo",
                paramLabel = "NAME",
                description = "HELO or EHLO name of the host.")
        String helo = "";

        @Override
        public Integer call() {
            if (evaluate) {
                return evaluate();
            }
            if (batch || ip != null || !sender.isEmpty() || !helo.isEmpty()) {
                throw new CommandFailed("--ip, --sender, --helo and --batch require --evaluate.");
            }
            if (domain == null) {
                throw new CommandFailed("Specify a domain: mailvane inspect spf example.com");
            }
            String text = domain;
            RecordName name =
                    RecordName.parse(text).orElseThrow(() -> noDomain(text, RecordName.ALLOWED));
            return inspect(all -> all.spf(name.name()), InspectionText::print);
        }

        private Integer evaluate() {
            if (domain != null) {
                throw new CommandFailed(
                        "--evaluate takes no DOMAIN. Specify --sender or --helo instead.");
            }
            if (batch && (ip != null || !sender.isEmpty() || !helo.isEmpty())) {
                throw new CommandFailed(
                        "--batch reads messages from standard input. It cannot be combined with"
                                + " --ip, --sender or --helo.");
            }
            Settings settings = settings();
            try (DnsResolver dns = NetworkClients.dns(settings)) {
                SpfEvaluation evaluation = new SpfEvaluation(dns, out(), err());
                if (batch) {
                    return evaluation.batch(System.in) ? Mailvane.OK : Mailvane.SOME_FAILED;
                }
                if (ip == null) {
                    throw new CommandFailed(
                            "Specify the IP address of the sending host: --ip 192.0.2.1. Or read"
                                    + " messages from standard input: --batch");
                }
                evaluation.one(ip, sender, helo, json);
                return Mailvane.OK;
            }
        }
    }
}
