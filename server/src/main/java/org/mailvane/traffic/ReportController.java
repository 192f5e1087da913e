package org.mailvane.traffic;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.Caller;
import org.mailvane.api.Field;
import org.mailvane.api.Filters;
import org.mailvane.api.Links;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
import org.mailvane.api.Sent;
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
                    "The stored aggregate reports about the domains that the caller may see, and"
                            + " whether they count, those that were received last first.")
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
            summary = "One stored aggregate report.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, visible(caller, id));
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary =
                    "Ignores a report, lets it count again, or releases it, which admins may. Figures"
                            + " follow in the background.")
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
            @Field(description = "What it calls itself. Anyone can write that into a report.")
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
            @Field(description = "The domain with which it is stored, with A-labels.")
                    String domain,
            @Field(description = "Who sent it.") ReporterBody reporter,
            @Field(description = "What the reporter calls it.") String reportId,
            @Field(description = "Start of its period.") Instant begin,
            @Field(description = "End of its period.") Instant end,
            @Field(description = "Its records.") long records,
            @Field(description = "Messages that these count.") long messages,
            @Field(description = "Whether it comes from whom it says.")
                    AuthenticationBody authentication,
            @Field(description = "Whether it is stored and shown, but not counted anywhere.")
                    boolean held,
            @Field(
                            description =
                                    "Why it is held: `ignored`, `reporter_ignored`,"
                                            + " `authentication_failed`, `count` (a record counts more than a"
                                            + " billion messages), `volume` (very many more messages than the"
                                            + " domain has had on a day). Empty where it is not held.")
                    List<String> heldReasons,
            @Field(description = "Whether people ignore it.") boolean ignored,
            @Field(
                            description =
                                    "The import that brought it; null where that is not known any more.")
                    @Nullable Long importId,
            @Field(description = "When it was stored.") Instant received) {}
}
