package org.mailvane.web.search;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.store.Scope;
import org.mailvane.sourcedata.Sources;
import org.mailvane.sourcedata.Sources.Sent;
import org.mailvane.sources.classify.SourceReasons;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * What the box in the top bar finds: domains and sources by part of their names, and whose an
 * address is.
 */
@Controller
@Profile("service")
class SearchController {

    /** Domains that are shown at most. */
    static final int MAX_FOUND = 50;

    /** The days of the messages of sources: a sender of last month is still of interest. */
    static final int SOURCE_DAYS = 30;

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/domains/";

    private final Domains domains;
    private final Sources sources;
    private final SourceReasons reasons;
    private final Dns dns;
    private final Pages pages;

    SearchController(
            Domains domains, Sources sources, SourceReasons reasons, Dns dns, Pages pages) {
        this.domains = domains;
        this.sources = sources;
        this.reasons = reasons;
        this.dns = dns;
        this.pages = pages;
    }

    /**
     * What was found.
     *
     * @param text what was looked for; empty where nothing was
     * @param found the domains
     * @param more whether there are others
     * @param days how many days their messages are of
     * @param sources those of such names
     * @param address the address that was looked for; empty where it was none
     * @param owner whose that is; empty where nobody knows
     * @param network the address or the network that was looked for; empty where it was none
     * @param sentBy that owner as a source of mail in the name of the visitor's domains; null where
     *     it sent none
     */
    record SearchPage(
            String text,
            List<Found> found,
            boolean more,
            int days,
            List<Sent> sources,
            String address,
            String owner,
            String network,
            @Nullable Sent sentBy) {

        /** The form of a report about the mail that came from there. */
        String report() {
            return PageList.path(Routes.DETAIL, Map.of(LinkParameter.NETWORK, network));
        }

        int sourceDays() {
            return SOURCE_DAYS;
        }

        String heading(Texts texts) {
            if (text.isEmpty()) {
                return texts.of("search.ask");
            }
            return more
                    ? texts.of("search.more", found.size(), text)
                    : texts.of("search.found", found.size(), text);
        }

        /** The domains by API, and whose the address is. */
        ApiCalls api() {
            String list =
                    PageList.path(
                            LIST,
                            // In this order.
                            new TreeMap<>(
                                    Map.of(
                                            "domain",
                                            text,
                                            PageList.LIMIT,
                                            String.valueOf(MAX_FOUND))));
            return text.isEmpty()
                    ? ApiCalls.NONE
                    : address.isEmpty()
                            ? ApiCalls.about(list)
                            : ApiCalls.about(
                                    list, ApiCatalogue.VERSION_ROOT + "/find/source/" + address);
        }
    }

    /** A domain with its messages. */
    record Found(Domain domain, DomainMail mail) {

        String path() {
            return Routes.domain(domain.id());
        }
    }

    @GetMapping(Routes.SEARCH)
    ModelAndView search(Caller caller, @RequestParam(defaultValue = "") String q) {
        String text = ListQuery.name(q);
        Scope scope = caller.scope();
        Optional<IpAddress> address = IpAddress.parse(text);
        Optional<IpNetwork> network = IpNetwork.parse(text);
        String owner = address.flatMap(ip -> reasons.nameOf(scope, ip, dns)).orElse("");
        List<Domain> found =
                text.isEmpty() ? List.of() : domains.named(scope, canonical(text), MAX_FOUND + 1);
        List<Domain> shown = found.subList(0, Math.min(found.size(), MAX_FOUND));
        Map<DomainId, DomainMail> mail =
                domains.mail(scope, shown.stream().map(Domain::id).toList());
        return pages.page(
                "search/search",
                new SearchPage(
                        text,
                        shown.stream()
                                .map(domain ->
                                        new Found(
                                                domain,
                                                mail.getOrDefault(domain.id(), DomainMail.NONE)))
                                .toList(),
                        found.size() > MAX_FOUND,
                        CountedDays.NUMBER,
                        sources(scope, q, address.isPresent() || network.isPresent()),
                        address.map(IpAddress::toString).orElse(""),
                        owner,
                        address.map(IpAddress::toString)
                                .or(() -> network.map(IpNetwork::toString))
                                .orElse(""),
                        // Others may have such a name in theirs.
                        sources(scope, owner, false).stream()
                                .filter(sent -> sent.name().name().equals(owner))
                                .findFirst()
                                .orElse(null)));
    }

    private List<Sent> sources(Scope scope, String q, boolean isAddress) {
        // Unlike those of domains, names of senders have blanks.
        String name = q.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return name.isEmpty() || isAddress
                ? List.of()
                : sources
                        .like(
                                scope,
                                name.substring(0, Math.min(name.length(), ListQuery.MAX_TEXT)),
                                SOURCE_DAYS)
                        .stream()
                        .limit(MAX_FOUND)
                        .toList();
    }

    /** International names are stored in the form with {@code xn--}. */
    private static String canonical(String text) {
        return text.chars().allMatch(c -> c < 0x80)
                ? text
                : DomainName.parse(text).map(DomainName::value).orElse(text);
    }
}
