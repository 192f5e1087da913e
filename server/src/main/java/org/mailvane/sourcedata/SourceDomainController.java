package org.mailvane.sourcedata;

import java.math.BigDecimal;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.domains.FilteredDomains;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.Shares;
import org.mailvane.traffic.sums.SourceVolumes.Choice;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the sources by domain. */
@RestController
@RequestMapping(SourceDomainController.PATH)
class SourceDomainController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/source-domains";

    private final Sources sources;
    private final FilteredDomains domains;

    SourceDomainController(Sources sources, FilteredDomains domains) {
        this.sources = sources;
        this.domains = domains;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the messages of `sources/` by source and domain: sources in the"
                            + " same order, then domains with the most messages first.")
    Listing<Body> list(Caller caller, @Filters SourceDomainFilter filter, PageRequest page) {
        Scope scope = caller.scope();
        Choice choice =
                new Choice(
                        SourceFilter.categoryOf(filter.category()),
                        filter.sourceNumber(),
                        domains.of(scope, filter.filterId(), filter.groupId(), filter.domain()),
                        SentDays.numberOf(filter.days()));
        SumPages<SourceDomain> pages = sources.byDomain(scope, choice, page);
        return page.listing(
                pages::count,
                window -> pages.fetch(window).stream().map(SourceDomainController::body).toList());
    }

    private static Body body(SourceDomain row) {
        MessageSums sums = row.sums();
        Shares shares = row.shares();
        return new Body(
                row.name().number(),
                row.name().name(),
                row.name().slug(),
                row.domain(),
                sums.messages(),
                sums.spf(),
                sums.dkim(),
                sums.dmarc(),
                shares.spf(),
                shares.dkim(),
                shares.dmarc());
    }

    /** A source and a domain as the API shows them. */
    record Body(
            @Field(description = "Number of the source.") int sourceNumber,
            @Field(description = "Name.") String sourceName,
            @Field(description = "Short name in URLs.") String sourceSlug,
            @Field(description = "From domain.") String domain,
            @Field(description = "Number of messages.") long messageCount,
            @Field(description = "Messages that passed SPF with alignment.") long spfCount,
            @Field(description = "Messages that passed DKIM with alignment.") long dkimCount,
            @Field(description = "Messages that passed SPF or DKIM with alignment.")
                    long dmarcCount,
            @Field(
                            description =
                                    "Share that passed SPF; -999 if the source does not support SPF"
                                            + " alignment.")
                    BigDecimal spfPercentage,
            @Field(
                            description =
                                    "Share that passed DKIM; -999 if the source does not support DKIM"
                                            + " alignment.")
                    BigDecimal dkimPercentage,
            @Field(
                            description =
                                    "Share that passed SPF or DKIM; -999 if the source supports neither.")
                    BigDecimal dmarcPercentage) {}
}
