package org.mailvane.planner;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.FilteredDomains;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the policy planner. */
@RestController
@RequestMapping(PolicyDomainController.PATH)
class PolicyDomainController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/policy-domains";

    private static final String DOMAINS = ApiCatalogue.VERSION_ROOT + "/domains";
    private static final String REPORTERS = ApiCatalogue.VERSION_ROOT + "/reporters";
    private static final String DECISIONS = ApiCatalogue.VERSION_ROOT + "/source-decisions";

    private final PolicyAdvices advices;
    private final FilteredDomains domains;
    private final Links links;

    PolicyDomainController(PolicyAdvices advices, FilteredDomains domains, Links links) {
        this.advices = advices;
        this.domains = domains;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists domains with the recommended next step of their DMARC policy and"
                            + " what blocks it, by default ordered by name. Figures cover the 30 days"
                            + " that ended at least 72 hours ago.")
    Listing<Body> list(
            Caller caller,
            @Filters PolicyDomainFilter filter,
            Ordering<PolicyDomainOrder> ordering,
            PageRequest page) {
        Optional<List<DomainId>> only = domains.of(caller.scope(), filter.filterId());
        return listing(caller, filter, only, ordering, page);
    }

    /** Returns the list, of some domains only where these are given. */
    Listing<Body> listing(
            Caller caller,
            PolicyDomainFilter filter,
            Optional<List<DomainId>> only,
            Ordering<PolicyDomainOrder> ordering,
            PageRequest page) {
        return page.listing(
                () -> advices.count(caller.scope(), filter, only),
                window ->
                        advices.list(caller.scope(), filter, only, ordering, window).stream()
                                .map(this::body)
                                .toList());
    }

    private Body body(PolicyDomain domain) {
        PolicyAdvice advice = domain.advice();
        DomainCounts counts = advice.counts();
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("domain", links.toItem(DOMAINS, domain.id().value()));
        itemLinks.put("decisions", links.to(DECISIONS) + "?domain=" + domain.name());
        itemLinks.put("reporters", links.to(REPORTERS) + "?trust=default");
        return new Body(
                itemLinks,
                domain.id().value(),
                domain.name().value(),
                advice.policy(),
                advice.subdomainPolicy(),
                advice.viaOrganization(),
                advice.recommendation().code(),
                advice.ready(),
                texts(advice.blocking()),
                advice.sources().stream()
                        .filter(SenderEvidence::blocks)
                        .map(PolicyDomainController::source)
                        .toList(),
                texts(advice.met()),
                texts(advice.notes()),
                advice.recommendedRecord(),
                advice.daysObserved(),
                counts.total(),
                advice.share().dmarc(),
                advice.share().spf(),
                advice.share().dkim(),
                counts.capable(),
                counts.nonCompliant(),
                counts.forwarded(),
                counts.threatOrUnknown(),
                advice.affected(),
                advice.lost(),
                advice.unverified(),
                advice.isJudged());
    }

    private static List<String> texts(List<Passage> passages) {
        return passages.stream().map(MessageFormatter.forPrograms()::format).toList();
    }

    private static SourceBody source(SenderEvidence source) {
        return new SourceBody(
                source.number(),
                source.name(),
                source.slug(),
                source.messages(),
                source.failed(),
                source.undecided(),
                source.undecidedAt());
    }

    /** A source that blocks the next step, as the API shows it. */
    record SourceBody(
            @Field(description = "Identifier.") int sourceNumber,
            @Field(description = "Name.") String sourceName,
            @Field(description = "Short name in URLs.") String sourceSlug,
            @Field(description = "Number of messages.") long messageCount,
            @Field(description = "Messages that failed DMARC.") long failedCount,
            @Field(
                            description =
                                    "Whether it is a shared sender that has never passed for the domain,"
                                            + " without a decision whether its mail belongs to the domain owner:"
                                            + " `source-decisions/`.")
                    boolean undecided,
            @Field(
                            description =
                                    "Domains that need this decision: this one, or subdomains that were"
                                            + " added manually or made top level.")
                    List<String> undecidedDomains) {}

    /** A domain with what is to be done about its policy, as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @Field(description = "ID of the domain.") long id,
            @Field(description = "Domain name, with A-labels.") String domain,
            @Field(
                            description =
                                    "`none`, `quarantine` or `reject`: policy of the DMARC record last known"
                                            + " to apply to it; empty if there is no usable record.")
                    String policy,
            @Field(description = "Same, for its subdomains.") String subdomainPolicy,
            @Field(description = "Whether the record is that of its organisational domain.")
                    boolean policyViaOrg,
            @Field(
                            description =
                                    "`publish` a record, `fix` the record, `monitor` what blocks the next"
                                            + " step, move to `quarantine` or `reject`, or `maintain` the current"
                                            + " policy.")
                    String recommendation,
            @Field(description = "Whether nothing blocks the step.") boolean policyReady,
            @Field(description = "Sentences that describe what blocks the step.")
                    List<String> blocking,
            @Field(description = "Sources that block the step.") List<SourceBody> blockingSources,
            @Field(description = "Sentences that describe the requirements and their state.")
                    List<String> met,
            @Field(description = "Sentences with further notes.") List<String> notes,
            @Field(
                            description =
                                    "Record to publish at `_dmarc.<domain>`, with the strictest policies"
                                            + " that are ready for the domain, its subdomains and non-existent"
                                            + " subdomains; empty if there is nothing to publish.")
                    String recommendedRecord,
            @Field(
                            description =
                                    "Days from the first report, or from when the record was first seen to"
                                            + " send reports here, to the last evaluated day.")
                    int daysObserved,
            @Field(description = "Messages of the evaluated days.") long messageCount,
            @Field(
                            description =
                                    "Share of messages from DMARC-capable sources that passed; -999 if there"
                                            + " are none.")
                    BigDecimal dmarcPercentage,
            @Field(description = "Same, for SPF; -999 if no source supports SPF alignment.")
                    BigDecimal spfPercentage,
            @Field(description = "Same, for DKIM; -999 if no source supports DKIM alignment.")
                    BigDecimal dkimPercentage,
            @Field(description = "Messages from senders that can pass DMARC.")
                    long countDmarcCapable,
            @Field(description = "Messages from senders that can't pass DMARC.")
                    long countNonDmarcCapable,
            @Field(description = "Messages from forwarders.") long countForwarded,
            @Field(description = "Messages from threats and unknown senders.")
                    long countThreatOther,
            @Field(
                            description =
                                    "Legitimate messages that a stricter policy would affect: failed"
                                            + " messages from capable sources and from sources that can't pass DMARC.")
                    long countAffected,
            @Field(description = "Part of these: messages from sources that can't pass DMARC.")
                    long countLost,
            @Field(
                            description =
                                    "Messages of the evaluated days in reports from unverified reporters, if"
                                            + " they exceed 5 % of all messages; else 0. They are not part of the"
                                            + " other figures. Accept or ignore these reporters: `_links.reporters`.")
                    long countUnverified,
            @Field(
                            description =
                                    "False until the domain is evaluated, and while its rows are being"
                                            + " classified: the recommendation is then `monitor`, and it is not ready.")
                    boolean judged) {}
}
