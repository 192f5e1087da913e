package org.mailvane.sources.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;
import org.mailvane.sources.Category;
import org.mailvane.sources.Senders;
import org.mailvane.sources.Senders.Host;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.DomainEvidence;
import org.mailvane.sources.evidence.MailNames;

/** What holds for any row, by rows of all kinds and of none. */
class RulesPropertyTest {

    private static final int ROWS = 30_000;

    private static final List<String> NAMES =
            List.of(
                    "example.com",
                    "news.example.com",
                    "EXAMPLE.com.",
                    "badexample.com",
                    "other.example",
                    "mailer.example",
                    "reseller.example",
                    "provider-sign.example",
                    "passer.example",
                    "press.example",
                    "alumni.example",
                    "lists.example",
                    "bounces.mailer.example",
                    "srs.passer.example",
                    "carrier.example",
                    "srs.carrier.example",
                    "freemail.example",
                    "lists.organization.example",
                    "com",
                    "",
                    ".",
                    "..",
                    "_x.example.com",
                    "b\u00fccher.example",
                    "\ud800",
                    "\u0130.example",
                    "a.".repeat(126) + "a",
                    "a".repeat(70_000),
                    ".".repeat(5_000));

    private static final List<String> HOSTS =
            List.of(
                    "nobody",
                    "organization",
                    "mailer",
                    "mailer net",
                    "relay",
                    "relay net",
                    "mixed",
                    "press",
                    "passer",
                    "passer net",
                    "carrier",
                    "freemail",
                    "list",
                    "letters",
                    "branch",
                    "branch relay",
                    "unasked",
                    "relay unasked");

    private static final List<String> REASONS =
            List.of("forwarded", "mailing_list", "trusted_forwarder", "local_policy", "other", "");

    private static final List<String> DOMAINS =
            List.of(
                    "",
                    "spf",
                    "only=Provider",
                    "ours=Provider",
                    "carried=example.com/s",
                    "spf carried=example.com/s only=Mailer");

    private final RuleClassifier classifier =
            new RuleClassifier(Senders.CATALOGUE, Senders.SUFFIXES);
    private final SplittableRandom random = new SplittableRandom(4_2026);

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private Row row(Host host) {
        List<DkimResult> dkim = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            dkim.add(new DkimResult(any(NAMES), any(List.of("s", "S.", "t", "")), result(), null));
        }
        List<SpfResult> spf = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            spf.add(new SpfResult(any(NAMES), any(List.of("mfrom", "helo")), result(), null));
        }
        List<OverrideReason> reasons = new ArrayList<>();
        for (int i = random.nextInt(8) - 5; i > 0; i--) {
            reasons.add(new OverrideReason(any(REASONS), any(List.of("", "arc=pass", "arc="))));
        }
        return new Row(
                host.address(),
                random.nextInt(4) == 0 ? any(NAMES) : "example.com",
                random.nextBoolean(),
                random.nextInt(3) == 0,
                dkim,
                spf,
                reasons);
    }

    private AuthResult result() {
        return random.nextBoolean() ? AuthResult.PASS : any(List.of(AuthResult.values()));
    }

    private Host host() {
        String words = any(HOSTS);
        return Senders.host(random.nextInt(5) == 0 ? "forged " + words : words);
    }

    private Classification classify(Row row, Host host, DomainEvidence domain) {
        return classifier.classify(row, Senders.DAY, host.evidence(), domain, Senders.OWN);
    }

    @Test
    void theFirstRuleThatFitsDecidesAndAnExplanationSaysTheSame() {
        for (int i = 0; i < ROWS; i++) {
            Host host = host();
            Row row = row(host);
            DomainEvidence domain = Senders.domain(any(DOMAINS));

            Classification found = classify(row, host, domain);

            assertThat(found).as("%s", row).isEqualTo(expected(row, host.evidence(), domain));
            assertThat(
                            classifier
                                    .explain(row, Senders.DAY, host.evidence(), domain, Senders.OWN)
                                    .classification())
                    .isEqualTo(found);
        }
    }

    @Test
    void theOrderOfResultsSaysNothing() {
        for (int i = 0; i < ROWS; i++) {
            Host host = host();
            Row row = row(host);
            DomainEvidence domain = Senders.domain(any(DOMAINS));

            assertThat(classify(shuffled(row), host, domain))
                    .isEqualTo(classify(row, host, domain));
        }
    }

    private Row shuffled(Row row) {
        Random order = new Random(random.nextLong());
        List<DkimResult> dkim = new ArrayList<>(row.dkim());
        List<SpfResult> spf = new ArrayList<>(row.spf());
        List<OverrideReason> reasons = new ArrayList<>(row.reasons());
        Collections.shuffle(dkim, order);
        Collections.shuffle(spf, order);
        Collections.shuffle(reasons, order);
        return new Row(
                row.address(),
                row.headerFrom(),
                row.dkimAligned(),
                row.spfAligned(),
                dkim,
                spf,
                reasons);
    }

    @Test
    void aReverseNameThatIsNotConfirmedChangesNothing() {
        for (int i = 0; i < ROWS; i++) {
            Row row = row(Senders.host("nobody"));
            DomainEvidence domain = Senders.domain(any(DOMAINS));
            Host honest = Senders.host(row.address(), "", false);
            Host forger =
                    Senders.host(
                            row.address(),
                            any(
                                    List.of(
                                            "m.out.provider.example",
                                            "m.mail.mailer.example",
                                            "m.fwd.passer.example",
                                            "m.cloud.provider.example",
                                            "m.letters.example")),
                            false);

            assertThat(classify(row, forger, domain)).isEqualTo(classify(row, honest, domain));
        }
    }

    @Test
    void ofTheOrganisationsOfNamesOnlySomeAreRemembered() {
        MailNames names = new MailNames(Senders.SUFFIXES);
        for (int i = 0; i < 2 * MailNames.MAX_REMEMBERED; i++) {
            names.areAligned("a.n" + i + ".example", "b.n" + i + ".example");
        }

        assertThat(names.remembered()).isLessThanOrEqualTo(MailNames.MAX_REMEMBERED);
    }

    // The rules once more, as they are written down: all that is asked is asked, and the first that
    // fits is taken.

    private Classification expected(
            Row row, @Nullable AddressEvidence address, DomainEvidence domain) {
        boolean confirmed = address != null && address.confirmed();
        String name = address != null && confirmed ? address.reverseName() : "";
        int organization = address != null && confirmed ? address.organization() : 0;
        boolean authorized = domain.authorizes(row.address(), Senders.DAY);
        boolean spfPassed = row.spf().stream().anyMatch(r -> r.result() == AuthResult.PASS);
        boolean passes = row.dkimAligned() || row.spfAligned();

        SenderIndex own = Senders.OWN;
        CatalogueSender custom =
                first(
                        own.byNetwork(row.address()),
                        own.byHost(name),
                        signer(row, own),
                        returner(row, own));
        if (custom != null) {
            return new Classification(custom.category(), custom.number(), Rule.CUSTOM_SOURCE);
        }
        SenderIndex all = Senders.CATALOGUE;
        CatalogueSender host = first(all.byHost(name), all.byNetwork(row.address()));
        boolean signed =
                row.dkimAligned()
                        || row.dkim().stream()
                                .anyMatch(r -> r.result() != AuthResult.NONE && isOurs(r, row));
        if (host != null
                && host.relays()
                && signed
                && !row.spfAligned()
                && !authorized
                && !domain.hasSelectorOfOnly(host.number(), Senders.DAY)
                && !domain.isOurs(host.number())) {
            return new Classification(Category.FORWARDER, host.number(), Rule.RELAY);
        }
        Predicate<OverrideReason> tells =
                reason ->
                        List.of("forwarded", "trusted_forwarder", "mailing_list")
                                        .contains(reason.type())
                                || (reason.type().equals("local_policy")
                                        && reason.comment().contains("arc=pass"));
        boolean told = row.reasons().stream().anyMatch(tells);
        CatalogueSender provider =
                lowest(
                        row.spf().stream()
                                .filter(r ->
                                        r.result() == AuthResult.PASS
                                                && !r.scope().equals("helo")
                                                && !isPassingOn(r.domain()))
                                .map(r -> all.bySpfDomain(plain(r.domain())))
                                .filter(s -> s != null && s.mailboxes()));
        if (provider != null
                && !passes
                && !told
                && row.dkim().stream()
                        .filter(r -> r.result() != AuthResult.NONE)
                        .filter(r -> !plain(r.domain()).isEmpty())
                        .map(r -> all.byDkimDomain(plain(r.domain())))
                        .allMatch(s -> s != null && (s == provider || s == host))) {
            return new Classification(Category.NON_COMPLIANT, provider.number(), Rule.MAILBOX);
        }
        CatalogueSender sender =
                first(
                        all.byHost(name),
                        signer(row, all),
                        returner(row, all),
                        passes ? all.byMixedHost(name) : null,
                        all.byNetwork(row.address()));
        boolean forwards = sender != null && sender.category() == Category.FORWARDER;
        if (sender != null && !(forwards && row.spfAligned())) {
            return new Classification(
                    sender.category(),
                    sender.number(),
                    forwards ? Rule.KNOWN_FORWARDER : Rule.CATALOGUE);
        }
        if (told) {
            return new Classification(Category.FORWARDER, organization, Rule.KNOWN_FORWARDER);
        }
        boolean carried =
                row.dkim().stream()
                        .anyMatch(r ->
                                r.result() == AuthResult.PASS
                                        && isOurs(r, row)
                                        && domain.carriedByAuthorized(
                                                plain(r.domain()),
                                                plain(r.selector()),
                                                Senders.DAY));
        boolean survived = spfPassed ? carried : domain.knowsNetworks(Senders.DAY);
        if (row.dkimAligned() && !row.spfAligned() && !authorized && survived) {
            return new Classification(Category.FORWARDER, organization, Rule.FORWARDED);
        }
        List<DkimResult> broken =
                row.dkim().stream()
                        .filter(r -> r.result() != AuthResult.PASS && r.result() != AuthResult.NONE)
                        .filter(r -> isOurs(r, row))
                        .toList();
        boolean brokenCarried =
                broken.stream()
                        .anyMatch(r ->
                                domain.carriedByAuthorized(
                                        plain(r.domain()), plain(r.selector()), Senders.DAY));
        MailNames names = new MailNames(Senders.SUFFIXES);
        if (!passes
                && !authorized
                && !broken.isEmpty()
                && row.spf().stream()
                        .filter(r -> r.result() == AuthResult.PASS && !plain(r.domain()).isEmpty())
                        .filter(r -> !names.areAligned(plain(r.domain()), plain(row.headerFrom())))
                        .anyMatch(r ->
                                isPassingOn(r.domain())
                                        || name.startsWith("lists.")
                                        || (brokenCarried
                                                && row.dkim().stream()
                                                        .filter(d -> d.result() == AuthResult.PASS)
                                                        .anyMatch(d ->
                                                                names.areAligned(
                                                                        plain(d.domain()),
                                                                        plain(r.domain())))))) {
            return new Classification(Category.FORWARDER, organization, Rule.FORWARDED);
        }
        if (authorized) {
            return new Classification(
                    Category.CAPABLE, SourceNumbers.SPF_IDENTIFIED, Rule.SPF_IDENTIFIED);
        }
        return passes
                ? new Classification(Category.CAPABLE, organization, Rule.ALIGNED)
                : new Classification(Category.THREAT_OR_UNKNOWN, organization, Rule.UNKNOWN);
    }

    /** Of the names here. */
    private static boolean isPassingOn(String domain) {
        return plain(domain).startsWith("srs.") || plain(domain).startsWith("lists.organization.");
    }

    private static @Nullable CatalogueSender first(@Nullable CatalogueSender... all) {
        for (CatalogueSender sender : all) {
            if (sender != null) {
                return sender;
            }
        }
        return null;
    }

    private static @Nullable CatalogueSender signer(Row row, SenderIndex index) {
        return lowest(
                row.dkim().stream()
                        .filter(r -> r.result() == AuthResult.PASS)
                        .map(r -> index.byDkimDomain(plain(r.domain()))));
    }

    private static @Nullable CatalogueSender returner(Row row, SenderIndex index) {
        return lowest(
                row.spf().stream()
                        .filter(r -> r.result() == AuthResult.PASS)
                        .map(r -> index.bySpfDomain(plain(r.domain()))));
    }

    private static @Nullable CatalogueSender lowest(Stream<@Nullable CatalogueSender> found) {
        return found.filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .min((a, b) -> {
                    boolean forwards = a.category() == Category.FORWARDER;
                    if (forwards != (b.category() == Category.FORWARDER)) {
                        return forwards ? -1 : 1;
                    }
                    return Integer.compare(a.number(), b.number());
                })
                .orElse(null);
    }

    /**
     * Whether the signature is of the From domain's organisation; here all but one are below it.
     */
    private static boolean isOurs(DkimResult result, Row row) {
        String signer = plain(result.domain());
        String from = plain(row.headerFrom());
        if (signer.isEmpty() || from.isEmpty()) {
            return false;
        }
        return signer.equals(from) || organization(signer).equals(organization(from));
    }

    private static String organization(String name) {
        return switch (name) {
            case "news.example.com" -> "example.com";
            case "bounces.mailer.example" -> "mailer.example";
            case "srs.passer.example" -> "passer.example";
            default -> name;
        };
    }

    private static String plain(String name) {
        String plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return plain.length() > 253 ? "" : plain.toLowerCase(Locale.ROOT);
    }
}
