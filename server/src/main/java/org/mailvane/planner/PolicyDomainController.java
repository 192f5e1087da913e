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
import org.mailvane.api.Field;
import org.mailvane.api.Filters;
import org.mailvane.api.Links;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
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
                    "Domains, by name where no order is asked for, each with what to do next about its DMARC policy, and what"
                            + " stands against it. Figures are of the 30 days that ended at least 72"
                            + " hours ago.")
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
            @Field(description = "Its number.") int sourceNumber,
            @Field(description = "What people call it.") String sourceName,
            @Field(description = "Its name for addresses.") String sourceSlug,
            @Field(description = "Its messages.") long messageCount,
            @Field(description = "Those of them that failed DMARC.") long failedCount,
            @Field(
                            description =
                                    "Whether it is a shared sender that has never passed for the"
                                            + " domain, and of which nobody has said whether its mail"
                                            + " is the owner's: `source-decisions/`.")
                    boolean undecided,
            @Field(
                            description =
                                    "The domains for which that is to be said: this one, or such"
                                            + " below it as people have added or promoted.")
                    List<String> undecidedDomains) {}

    /** A domain with what is to be done about its policy, as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @Field(description = "The domain's number.") long id,
            @Field(description = "The name, with A-labels.") String domain,
            @Field(
                            description =
                                    "`none`, `quarantine` or `reject`: what the record that counts"
                                            + " for it asked for when it was known last; empty where"
                                            + " there is none, or none that can be used.")
                    String policy,
            @Field(description = "The same for its subdomains.") String subdomainPolicy,
            @Field(description = "Whether that record is the one of its organisational domain.")
                    boolean policyViaOrg,
            @Field(
                            description =
                                    "`publish` a record, `fix` the record, `monitor` what stands"
                                            + " against the next step, go to `quarantine` or"
                                            + " `reject`, or `maintain` what is.")
                    String recommendation,
            @Field(description = "Whether nothing stands against that.") boolean policyReady,
            @Field(description = "What stands against it, in sentences.") List<String> blocking,
            @Field(description = "The sources among that.") List<SourceBody> blockingSources,
            @Field(description = "What it needs and has, in sentences.") List<String> met,
            @Field(description = "What else is to be known, in sentences.") List<String> notes,
            @Field(
                            description =
                                    "The record to publish at `_dmarc.<domain>`, the policies of the"
                                            + " domain, its subdomains and those that do not exist"
                                            + " each as far as they are ready; empty where none is to"
                                            + " be.")
                    String recommendedRecord,
            @Field(
                            description =
                                    "Days since the first report, or since the record was first seen"
                                            + " to have reports sent here, up to the last of the"
                                            + " judged days.")
                    int daysObserved,
            @Field(description = "Messages of the judged days.") long messageCount,
            @Field(
                            description =
                                    "Share of the capable sources' messages that passed; -999 where"
                                            + " there are none.")
                    BigDecimal dmarcPercentage,
            @Field(description = "The same of SPF; -999 where none could.")
                    BigDecimal spfPercentage,
            @Field(description = "The same of DKIM; -999 where none could.")
                    BigDecimal dkimPercentage,
            @Field(description = "Messages from senders that can pass DMARC.")
                    long countDmarcCapable,
            @Field(description = "Messages from senders that cannot.") long countNonDmarcCapable,
            @Field(description = "Messages from forwarders.") long countForwarded,
            @Field(description = "Messages from threats and unknown senders.")
                    long countThreatOther,
            @Field(
                            description =
                                    "Messages of the owner's that a policy holds back: those that"
                                            + " failed, of capable sources and of such that cannot"
                                            + " pass.")
                    long countAffected,
            @Field(description = "Those of them of sources that cannot pass.") long countLost,
            @Field(
                            description =
                                    "Messages of the judged days in reports of reporters that are not"
                                            + " verified, where these are more than 5 % of all: they"
                                            + " are in none of the other figures. Accept or ignore"
                                            + " these reporters: `_links.reporters`. Else 0.")
                    long countUnverified,
            @Field(
                            description =
                                    "False until the domain is judged, and while rows by which it is"
                                            + " judged are still being classified: then it is to be"
                                            + " monitored, and is not ready.")
                    boolean judged) {}
}
