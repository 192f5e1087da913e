package org.mailvane.sources;

import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.mailvane.sources.catalogue.SenderIndex;
import org.mailvane.sources.evidence.AddressEvidence;
import org.mailvane.sources.evidence.DomainEvidence;

/** A small catalogue, an account's own sources, and addresses of all kinds. */
public final class Senders {

    public static final LocalDate DAY = LocalDate.of(2026, 11, 1);
    static final Instant CHECKED = Instant.parse("2026-11-02T10:00:00Z");
    static final int ORGANIZATION = 10_000_007;
    static final int CLOUD = 10_000_008;

    static final CatalogueSender MAILER =
            sender(
                    100,
                    "Mailer",
                    Category.CAPABLE,
                    false,
                    "mail.mailer.example",
                    "",
                    List.of("mailer.example"),
                    List.of("bounces.mailer.example", "*.bounces.mailer.example"),
                    "198.51.100.0/26");
    static final CatalogueSender RESELLER =
            sender(
                    101,
                    "Reseller",
                    Category.CAPABLE,
                    false,
                    "",
                    "",
                    List.of("reseller.example"),
                    List.of("reseller-path.example"),
                    "");
    static final CatalogueSender PROVIDER =
            sender(
                    102,
                    "Provider",
                    Category.CAPABLE,
                    true,
                    "out.provider.example",
                    "cloud.provider.example",
                    List.of("provider-sign.example"),
                    List.of("bounce.provider.example"),
                    "198.51.100.64/26");
    static final CatalogueSender PRESS =
            sender(
                    103,
                    "Press",
                    Category.NON_COMPLIANT,
                    false,
                    "press.example",
                    "",
                    List.of(),
                    List.of("press.example"),
                    "");
    static final CatalogueSender PASSER =
            sender(
                    104,
                    "Passer",
                    Category.FORWARDER,
                    false,
                    "fwd.passer.example",
                    "",
                    List.of("passer.example"),
                    List.of("*.passer.example"),
                    "198.51.100.128/27");

    /** A provider of access lines with mailboxes. */
    static final CatalogueSender CARRIER =
            mailboxes(
                    105,
                    "Carrier",
                    Category.FORWARDER,
                    false,
                    "mailout.carrier.example",
                    List.of("carrier.example", "*.carrier.example"));

    /** A provider of mailboxes whose customers may have their own domains there. */
    static final CatalogueSender FREEMAIL =
            mailboxes(
                    106,
                    "Freemail",
                    Category.CAPABLE,
                    true,
                    "out.freemail.example",
                    List.of("freemail.example", "*.freemail.example"));

    public static final SenderIndex CATALOGUE =
            new SenderIndex(List.of(MAILER, RESELLER, PROVIDER, PRESS, PASSER, CARRIER, FREEMAIL));

    public static final SenderIndex OWN =
            new SenderIndex(
                    List.of(
                            sender(
                                    1_000_000,
                                    "Branch",
                                    Category.CAPABLE,
                                    false,
                                    "",
                                    "",
                                    List.of(),
                                    List.of(),
                                    "203.0.113.0/28"),
                            sender(
                                    1_000_001,
                                    "Letters",
                                    Category.NON_COMPLIANT,
                                    false,
                                    "letters.example",
                                    "",
                                    List.of(),
                                    List.of(),
                                    ""),
                            sender(
                                    1_000_002,
                                    "Alumni",
                                    Category.FORWARDER,
                                    false,
                                    "",
                                    "",
                                    List.of("alumni.example"),
                                    List.of(),
                                    ""),
                            sender(
                                    1_000_003,
                                    "Lists",
                                    Category.CAPABLE,
                                    false,
                                    "",
                                    "",
                                    List.of(),
                                    List.of("lists.example"),
                                    "")));

    public static final PublicSuffixes SUFFIXES = PublicSuffixes.bundled();

    private static final String NOWHERE = "192.0.2.1";

    private Senders() {}

    private static CatalogueSender sender(
            int number,
            String name,
            Category category,
            boolean relays,
            String host,
            String mixed,
            List<String> dkim,
            List<String> spf,
            String network) {
        return sender(number, name, category, relays, false, host, mixed, dkim, spf, network);
    }

    private static CatalogueSender mailboxes(
            int number,
            String name,
            Category category,
            boolean relays,
            String host,
            List<String> domains) {
        return sender(number, name, category, relays, true, host, "", domains, domains, "");
    }

    private static CatalogueSender sender(
            int number,
            String name,
            Category category,
            boolean relays,
            boolean mailboxes,
            String host,
            String mixed,
            List<String> dkim,
            List<String> spf,
            String network) {
        return new CatalogueSender(
                number,
                name.toLowerCase(Locale.ROOT),
                name,
                category,
                relays,
                mailboxes,
                true,
                true,
                host.isEmpty() ? List.of() : List.of(host),
                mixed.isEmpty() ? List.of() : List.of(mixed),
                dkim,
                spf,
                network.isEmpty() ? List.of() : List.of(IpNetwork.parse(network).orElseThrow()),
                "",
                Notes.NONE);
    }

    /** An address with what DNS says of it. */
    public record Host(IpAddress address, @Nullable AddressEvidence evidence) {}

    /** An address by what it is called in the table of cases. */
    public static Host host(String words) {
        boolean forged = words.startsWith("forged ");
        String kind = forged ? words.substring("forged ".length()) : words;
        return switch (kind) {
            case "nobody" -> host(NOWHERE, "", false);
            case "unasked" -> new Host(address(NOWHERE), null);
            case "organization" -> host(NOWHERE, "mx.organization.example", forged);
            case "mailer" -> host(NOWHERE, "o1.mail.mailer.example", forged);
            case "mailer net" -> host("198.51.100.9", "", false);
            case "mailer unasked" -> new Host(address("198.51.100.9"), null);
            case "relay" -> host(NOWHERE, "mail-7.out.provider.example", forged);
            case "relay net" -> host("198.51.100.70", "", false);
            case "relay unasked" -> new Host(address("198.51.100.70"), null);
            case "mixed" -> host(NOWHERE, "vm7.cloud.provider.example", forged);
            case "press" -> host(NOWHERE, "a.press.example", forged);
            case "passer" -> host(NOWHERE, "x.fwd.passer.example", forged);
            case "passer net" -> host("198.51.100.130", "", false);
            case "carrier" -> host(NOWHERE, "m3.mailout.carrier.example", forged);
            case "freemail" -> host(NOWHERE, "o2.out.freemail.example", forged);
            case "list" -> host(NOWHERE, "lists.organization.example", forged);
            case "letters" -> host(NOWHERE, "post.letters.example", forged);
            case "branch" -> host("203.0.113.5", "", false);
            case "branch relay" -> host("203.0.113.5", "m.out.provider.example", forged);
            case "branch letters" -> host("203.0.113.5", "m.letters.example", forged);
            default -> throw new IllegalArgumentException(words);
        };
    }

    private static Host host(String address, String name, boolean forged) {
        return host(address(address), name, !name.isEmpty() && !forged);
    }

    /** As the lookup of addresses makes it. */
    public static Host host(IpAddress address, String name, boolean confirmed) {
        String trusted = confirmed ? name : "";
        CatalogueSender named = CATALOGUE.byHost(trusted);
        int organization =
                !confirmed
                        ? SourceNumbers.NAMELESS
                        : name.endsWith("cloud.provider.example") ? CLOUD : ORGANIZATION;
        return new Host(
                address,
                new AddressEvidence(
                        name,
                        confirmed,
                        organization,
                        "NL",
                        64_500,
                        "Example Net",
                        named == null ? CATALOGUE.byNetwork(address) : named,
                        CATALOGUE.byMixedHost(trusted),
                        CHECKED));
    }

    public static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    /** What is known of the domain, as the table of cases has it. */
    public static DomainEvidence domain(String words) {
        boolean spf = false;
        boolean asked = true;
        Map<String, Set<String>> known = new HashMap<>();
        for (String word : words.split(" ", -1)) {
            if (word.equals("spf")) {
                spf = true;
            } else if (word.equals("unasked")) {
                asked = false;
            } else if (!word.isEmpty()) {
                String[] parts = word.split("=", 2);
                known.computeIfAbsent(parts[0], k -> new HashSet<>()).add(parts[1]);
            }
        }
        boolean authorizes = spf;
        boolean knows = asked;
        return new DomainEvidence() {
            @Override
            public @Nullable IpNetwork authorizedBy(IpAddress address, LocalDate day) {
                return authorizes ? IpNetwork.of(address) : null;
            }

            @Override
            public boolean knowsNetworks(LocalDate day) {
                return knows;
            }

            @Override
            public boolean hasSelectorOfOnly(int source, LocalDate day) {
                return is("only", source);
            }

            @Override
            public boolean carriedByAuthorized(String domain, String selector, LocalDate day) {
                return known.getOrDefault("carried", Set.of()).contains(domain + "/" + selector);
            }

            @Override
            public boolean isOurs(int source) {
                return is("ours", source);
            }

            private boolean is(String what, int source) {
                return known.getOrDefault(what, Set.of()).stream()
                        .anyMatch(name -> number(name) == source);
            }
        };
    }

    /** The number of a source by its name in the table of cases. */
    public static int number(String name) {
        return switch (name) {
            case "0" -> SourceNumbers.NAMELESS;
            case "SPF" -> SourceNumbers.SPF_IDENTIFIED;
            case "Organization" -> ORGANIZATION;
            case "Cloud" -> CLOUD;
            case "Branch" -> 1_000_000;
            case "Letters" -> 1_000_001;
            case "Alumni" -> 1_000_002;
            case "Lists" -> 1_000_003;
            case "Mailer" -> 100;
            case "Reseller" -> 101;
            case "Provider" -> 102;
            case "Press" -> 103;
            case "Passer" -> 104;
            case "Carrier" -> 105;
            case "Freemail" -> 106;
            default -> throw new IllegalArgumentException(name);
        };
    }
}
