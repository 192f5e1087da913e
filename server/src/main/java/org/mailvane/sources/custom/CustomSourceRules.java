package org.mailvane.sources.custom;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.mailvane.api.binding.Given;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.mailvane.text.Message;
import org.springframework.stereotype.Component;

/** Makes a source of what people say of it, or says what is wrong with that. */
@Component
class CustomSourceRules {

    /**
     * Bits of an IPv4 network at least: one registry's block is the largest that anybody was given.
     */
    static final int MIN_PREFIX_V4 = 8;

    /** Bits of an IPv6 network at least. */
    static final int MIN_PREFIX_V6 = 16;

    /** What is not said of a new source. */
    static final CatalogueSender NOTHING =
            new CatalogueSender(
                    SourceNumbers.NAMELESS,
                    "",
                    "",
                    Category.CAPABLE,
                    false,
                    false,
                    true,
                    true,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    "",
                    Notes.NONE);

    private static final int MAPPED_PREFIX = IpAddress.V6_BITS - IpAddress.V4_BITS;

    private static final Pattern SLUG = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern NO_SLUG = Pattern.compile("[^a-z0-9]+");
    private static final Pattern HYPHENS_AROUND = Pattern.compile("^-+|-+$");

    private final PublicSuffixes suffixes;

    CustomSourceRules(PublicSuffixes suffixes) {
        this.suffixes = suffixes;
    }

    /**
     * Returns the source as it is to be. Its slug is empty where one is to be made from the name.
     *
     * @param before what it was; {@link #NOTHING} before it is made
     * @throws SourceRefusedException when it can't be
     */
    CatalogueSender apply(CatalogueSender before, CustomSourceChange change) {
        List<SourceFault> faults = new ArrayList<>();
        CatalogueSender wanted = wanted(before, change, faults);
        if (wanted.hosts().isEmpty()
                && wanted.dkimDomains().isEmpty()
                && wanted.spfDomains().isEmpty()
                && wanted.networks().isEmpty()) {
            faults.add(SourceFault.of(FieldErrors.WHOLE, error("unrecognised")));
        }
        checkCapabilities(wanted, faults);
        if (!faults.isEmpty()) {
            throw new SourceRefusedException(faults);
        }
        return wanted;
    }

    private CatalogueSender wanted(
            CatalogueSender before, CustomSourceChange change, List<SourceFault> faults) {
        Category category =
                change.category().isGiven()
                        ? Category.of(change.category().value())
                        : before.category();
        boolean stays = category == before.category();
        boolean usual = category == Category.CAPABLE;
        Notes.Texts notes = before.notes().texts();
        return new CatalogueSender(
                before.number(),
                slug(before, change.slug(), faults),
                name(before, change.name(), faults),
                category,
                false,
                false,
                change.capableSpf().or(stays ? before.capableSpf() : usual),
                change.capableDkim().or(stays ? before.capableDkim() : usual),
                hosts(before, change.ptrDomains(), faults),
                List.of(),
                domains(before.dkimDomains(), change.dkimDomains(), "dkim_domains", faults),
                domains(before.spfDomains(), change.spfDomains(), "spf_domains", faults),
                networks(before, change.networks(), faults),
                "",
                Notes.written(
                        change.notesSpf().or(notes.spf()),
                        change.notesDkim().or(notes.dkim()),
                        change.notesDmarc().or(notes.dmarc())));
    }

    private static Message error(String code) {
        return Message.of("errors.sources." + code);
    }

    private static String name(
            CatalogueSender before, Given<String> given, List<SourceFault> faults) {
        String name = given.or(before.name());
        if (name.isEmpty()) {
            faults.add(SourceFault.of("name", Message.of("errors.required")));
        }
        if (name.codePoints().anyMatch(Character::isISOControl)) {
            faults.add(SourceFault.of("name", error("control_characters")));
        }
        return name;
    }

    private static String slug(
            CatalogueSender before, Given<String> given, List<SourceFault> faults) {
        if (!given.isGiven()) {
            return before.slug();
        }
        String slug = given.value();
        if (!slug.isEmpty() && !SLUG.matcher(slug).matches()) {
            faults.add(SourceFault.of("slug", error("slug").with("slug", slug)));
        }
        return slug;
    }

    private static List<IpNetwork> networks(
            CatalogueSender before, Given<List<IpNetwork>> given, List<SourceFault> faults) {
        if (!given.isGiven()) {
            return before.networks();
        }
        List<IpNetwork> networks = given.value().stream().map(CustomSourceRules::unmapped).toList();
        for (int i = 0; i < networks.size(); i++) {
            IpNetwork network = networks.get(i);
            int least = network.first().isV4() ? MIN_PREFIX_V4 : MIN_PREFIX_V6;
            if (network.prefix() < least) {
                faults.add(
                        SourceFault.of(
                                "networks",
                                i,
                                error("network_too_large")
                                        .with("network", network.toString())
                                        .with("prefix", least)));
            }
        }
        return networks.stream().distinct().toList();
    }

    /** Reports' addresses are never IPv4-mapped ones, so that such a network would hold none. */
    private static IpNetwork unmapped(IpNetwork network) {
        IpAddress first = network.first().unmapped();
        return first.isV4() && network.prefix() >= MAPPED_PREFIX && !network.first().isV4()
                ? IpNetwork.of(first, network.prefix() - MAPPED_PREFIX)
                : network;
    }

    private List<String> hosts(
            CatalogueSender before, Given<List<DomainName>> given, List<SourceFault> faults) {
        if (!given.isGiven()) {
            return before.hosts();
        }
        List<DomainName> names = given.value();
        for (int i = 0; i < names.size(); i++) {
            checkOwned("ptr_domains", i, names.get(i), faults);
        }
        return names.stream().map(DomainName::value).distinct().toList();
    }

    private List<String> domains(
            List<String> before,
            Given<List<SenderDomain>> given,
            String field,
            List<SourceFault> faults) {
        if (!given.isGiven()) {
            return before;
        }
        List<SenderDomain> domains = given.value();
        for (int i = 0; i < domains.size(); i++) {
            checkOwned(field, i, domains.get(i).name(), faults);
        }
        return domains.stream().map(SenderDomain::toString).distinct().toList();
    }

    private void checkOwned(String field, int index, DomainName name, List<SourceFault> faults) {
        if (suffixes.isPublicSuffix(name)) {
            faults.add(
                    SourceFault.of(
                            field, index, error("public_suffix").with("domain", name.value())));
        }
    }

    private static void checkCapabilities(CatalogueSender wanted, List<SourceFault> faults) {
        boolean can = wanted.capableSpf() || wanted.capableDkim();
        if (wanted.category() == Category.NON_COMPLIANT && can) {
            faults.add(
                    SourceFault.of(
                            wanted.capableSpf() ? "capable_spf" : "capable_dkim",
                            error("can_not_pass")));
        }
        if (wanted.category() == Category.CAPABLE && !can) {
            faults.add(SourceFault.of("category", error("not_capable")));
        }
    }

    /** Returns a slug made from a name; if it is taken, a number is appended. */
    static String slugOf(String name, int attempt) {
        String plain =
                MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD))
                        .replaceAll("")
                        .toLowerCase(Locale.ROOT);
        String slug = HYPHENS_AROUND.matcher(NO_SLUG.matcher(plain).replaceAll("-")).replaceAll("");
        String number = attempt == 1 ? "" : "-" + attempt;
        if (slug.isEmpty()) {
            slug = "source";
        }
        String cut =
                slug.substring(0, Math.min(slug.length(), CustomSource.MAX_SLUG - number.length()));
        return HYPHENS_AROUND.matcher(cut).replaceAll("") + number;
    }
}
