package org.mailvane.reporters;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
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
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the reporters. */
@RestController
@RequestMapping(ReporterController.PATH)
class ReporterController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/reporters";

    private static final String REPORTS = ApiCatalogue.VERSION_ROOT + "/reports";

    private static final String NOT_ONE =
            "This entry combines many reporters and can't be accepted. Release"
                    + " single reports, or ignore it.";

    private final Reporters reporters;
    private final ApiCatalogue catalogue;
    private final Links links;

    ReporterController(Reporters reporters, ApiCatalogue catalogue, Links links) {
        this.reporters = reporters;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the reporters that send aggregate reports about the domains that"
                            + " the caller can see, with their trust, those with the most messages"
                            + " first.")
    Listing<Body> list(
            Caller caller,
            @Filters ReporterFilter filter,
            Ordering<ReporterOrder> ordering,
            PageRequest page) {
        return page.listing(
                () -> reporters.count(caller.scope(), filter),
                window -> bodies(caller, reporters.list(caller.scope(), filter, ordering, window)));
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "Returns a reporter, with figures of the reports that the caller can see.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, visible(caller, id));
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary =
                    "Sets the trust of a reporter. Admins only. Figures are updated in the"
                            + " background.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<ReporterChange> sent) {
        Reporter reporter = visible(caller, id);
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        Given<ReporterTrust> trust = sent.read().trust();
        if (!trust.isGiven() || trust.value() == reporter.trust()) {
            return body(caller, reporter);
        }
        if (trust.value() == ReporterTrust.ACCEPTED && !reporter.isOne()) {
            throw ApiProblem.invalid("trust", NOT_ONE);
        }
        reporters.decide(caller.scope(), id, trust.value());
        return body(caller, visible(caller, id));
    }

    private Reporter visible(Caller caller, long id) {
        return reporters.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, Reporter reporter) {
        return bodies(caller, List.of(reporter)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<Reporter> page) {
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, caller.admin());
        return page.stream().map(reporter -> body(reporter, permissions)).toList();
    }

    private Body body(Reporter reporter, List<String> permissions) {
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, reporter.id()));
        itemLinks.put("reports", links.to(REPORTS) + "?reporter_id=" + reporter.id());
        return new Body(
                itemLinks,
                permissions,
                reporter.id(),
                reporter.key().name(),
                reporter.key().domain(),
                reporter.trust().code(),
                reporter.verifiedShare(),
                reporter.reports(),
                reporter.messages(),
                reporter.firstSeen(),
                reporter.lastSeen());
    }

    /** A reporter as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Name in its reports. Not verified: anyone can use any name.")
                    String name,
            @Field(
                            description =
                                    "From domain of its emails; for reports not received by email, the"
                                            + " domain of its email address. Empty if there is neither.")
                    String domain,
            @Field(description = "Trust: `accepted`, `default` or `ignored`.") String trust,
            @Field(description = "Verified share of its reports, in percent.")
                    BigDecimal verifiedShare,
            @Field(description = "Number of its stored reports, including held ones.") long reports,
            @Field(description = "Messages in these reports.") long messages,
            @Field(description = "When the first of them was received.") Instant firstSeen,
            @Field(description = "When the last of them was received.") Instant lastSeen) {}
}
