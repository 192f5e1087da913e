package org.mailvane.traffic.received;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.reporters.AuthenticationBody;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the stored aggregate reports. */
@RestController
@RequestMapping(ReportController.PATH)
class ReportController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/reports";

    private final ReceivedReports reports;
    private final ApiCatalogue catalogue;
    private final Links links;

    ReportController(ReceivedReports reports, ApiCatalogue catalogue, Links links) {
        this.reports = reports;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the stored aggregate reports about the domains that the caller"
                            + " can see, last received first, and whether they count.")
    Listing<Body> list(
            Caller caller,
            @Filters ReportFilter filter,
            Ordering<ReportOrder> ordering,
            PageRequest page) {
        filter.check();
        return listing(caller, filter, ordering, page);
    }

    /** Returns the list. */
    Listing<Body> listing(
            Caller caller, ReportFilter filter, Ordering<ReportOrder> ordering, PageRequest page) {
        ReportPages pages = reports.list(caller.scope(), filter, ordering);
        return page.listing(
                () -> reports.count(caller.scope(), filter),
                window -> bodies(caller, pages.fetch(window)));
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "Returns a stored aggregate report.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, visible(caller, id));
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary =
                    "Ignores a report, stops ignoring it, or releases it. Admins only."
                            + " Figures are updated in the background.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<ReportChange> sent) {
        ReceivedReport report = visible(caller, id);
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        ReportDecision decision = sent.read().decision(report);
        return body(
                caller,
                reports.decide(caller.scope(), id, decision).orElseThrow(ApiProblem::notFound));
    }

    private ReceivedReport visible(Caller caller, long id) {
        return reports.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, ReceivedReport report) {
        return bodies(caller, List.of(report)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<ReceivedReport> page) {
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, caller.admin());
        return page.stream().map(report -> body(caller, report, permissions)).toList();
    }

    private Body body(Caller caller, ReceivedReport report, List<String> permissions) {
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, report.id()));
        itemLinks.put("domain", link("/domains", report.domainId().value()));
        itemLinks.put("reporter", link("/reporters", report.reporterId()));
        if (caller.admin() && report.importId() != null) {
            itemLinks.put("import", link("/imports", report.importId()));
        }
        return new Body(
                itemLinks,
                permissions,
                report.id(),
                report.domain().value(),
                new ReporterBody(report.reporterId(), report.reporter()),
                report.reportId(),
                report.begin(),
                report.end(),
                report.records(),
                report.messages(),
                AuthenticationBody.of(report.authentication()),
                report.isHeld(),
                report.heldReasons(),
                report.ignored(),
                report.importId(),
                report.received());
    }

    private String link(String collection, long id) {
        return links.toItem(ApiCatalogue.VERSION_ROOT + collection, id);
    }

    /** A reporter as its reports name it. */
    record ReporterBody(
            long id,
            @Field(description = "Name in the report. Not verified: anyone can use any name.")
                    String name) {}

    /** A report as the API shows it. */
    record Body(
            @Field(
                            description =
                                    "`self`, `domain` and `reporter`; for admins `import`, where known.")
                    @JsonProperty("_links")
                    Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Domain that the report is stored for, with A-labels.")
                    String domain,
            @Field(description = "Reporter.") ReporterBody reporter,
            @Field(description = "Report ID of the reporter.") String reportId,
            @Field(description = "Start of the report period.") Instant begin,
            @Field(description = "End of the report period.") Instant end,
            @Field(description = "Number of records.") long records,
            @Field(description = "Messages in these reports.") long messages,
            @Field(description = "Authentication of the report.") AuthenticationBody authentication,
            @Field(description = "Whether it is held: stored and shown, but not counted.")
                    boolean held,
            @Field(
                            description =
                                    "Reason for holding it: `ignored`, `reporter_ignored`,"
                                            + " `authentication_failed`, `count` (a record with more than a billion"
                                            + " messages), `volume` (far more messages than the domain usually has per"
                                            + " day). Empty if it is not held.")
                    List<String> heldReasons,
            @Field(description = "Whether a user ignored it.") boolean ignored,
            @Field(description = "Import of the report; null if no longer known.")
                    @Nullable Long importId,
            @Field(description = "When it was stored.") Instant received) {}
}
