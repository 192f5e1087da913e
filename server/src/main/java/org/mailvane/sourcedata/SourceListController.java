package org.mailvane.sourcedata;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.domains.FilteredDomains;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Capabilities;
import org.mailvane.sources.SourceName;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.Shares;
import org.mailvane.traffic.sums.SourceVolumes.Choice;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the sources. */
@RestController
@RequestMapping(SourceListController.PATH)
class SourceListController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/sources";

    private final Sources sources;
    private final FilteredDomains domains;
    private final ApiCatalogue catalogue;
    private final Links links;

    SourceListController(
            Sources sources, FilteredDomains domains, ApiCatalogue catalogue, Links links) {
        this.sources = sources;
        this.domains = domains;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the sources of mail for the domains that the caller can read, by"
                            + " default in the past 7 days, those with the most messages first.")
    Listing<Body> list(Caller caller, @Filters SourceFilter filter, PageRequest page) {
        Scope scope = caller.scope();
        Choice choice =
                new Choice(
                        SourceFilter.categoryOf(filter.category()),
                        null,
                        domains.of(scope, filter.filterId(), filter.groupId(), filter.domain()),
                        SentDays.numberOf(filter.days()));
        return listing(caller, choice, filter, page);
    }

    /** Returns the list of chosen mail; the filter is for links. */
    Listing<Body> listing(Caller caller, Choice choice, SourceFilter filter, PageRequest page) {
        Scope scope = caller.scope();
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, false);
        SumPages<Source> pages = sources.list(scope, choice, page);
        return page.listing(
                pages::count,
                window ->
                        pages.fetch(window).stream()
                                .map(source -> body(source, filter, permissions))
                                .toList());
    }

    private Body body(Source source, SourceFilter filter, List<String> permissions) {
        SourceName name = source.name();
        MessageSums sums = source.sums();
        Shares shares = source.shares();
        return new Body(
                links(name, filter),
                permissions,
                permissions,
                name.number(),
                name.name(),
                name.slug(),
                source.domains(),
                sums.messages(),
                name.custom(),
                sums.spf(),
                shares.spf(),
                sums.dkim(),
                shares.dkim(),
                sums.dmarc(),
                shares.dmarc(),
                Capabilities.of(name));
    }

    /** Returns the same messages by domain, and what has all of them looked at again. */
    private Map<String, String> links(SourceName name, SourceFilter filter) {
        String link = links.to(SourceDomainController.PATH) + "?source_number=" + name.number();
        link += filter.filterId() == null ? "" : "&filter_id=" + filter.filterId();
        link += filter.category() == null ? "" : "&category=" + filter.category();
        link += filter.days() == null ? "" : "&days=" + filter.days().code();
        link += filter.groupId() == null ? "" : "&group_id=" + filter.groupId();
        link +=
                filter.domain() == null
                        ? ""
                        : "&domain=" + URLEncoder.encode(filter.domain(), StandardCharsets.UTF_8);
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("source_domains", link);
        itemLinks.put("refresh", links.to(SourceRefreshController.PATH));
        return itemLinks;
    }

    /** A source as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            @JsonProperty("_permission") List<String> permission,
            @Field(description = "Number of the source; never reused.") int number,
            @Field(description = "Name.") String name,
            @Field(description = "Short name in URLs.") String slug,
            @Field(description = "Number of From domains.") long domainCount,
            @Field(description = "Number of messages.") long messageCount,
            @JsonProperty("is_custom_source")
                    @Field(description = "Whether it is one of the account's own sources.")
                    boolean custom,
            @Field(description = "Messages that passed SPF with alignment.") long spfCount,
            @Field(
                            description =
                                    "Share of messages; -999 if the source does not support SPF alignment.")
                    BigDecimal spfPercentage,
            @Field(description = "Messages that passed DKIM with alignment.") long dkimCount,
            @Field(
                            description =
                                    "Share of messages; -999 if the source does not support DKIM alignment.")
                    BigDecimal dkimPercentage,
            @Field(description = "Messages that passed SPF or DKIM with alignment.")
                    long dmarcCount,
            @Field(description = "Share of messages; -999 if the source supports neither.")
                    BigDecimal dmarcPercentage,
            @Field(description = "What the source supports, and how to set it up.")
                    Capabilities capabilities) {}
}
