package org.mailvane.detailreport.query;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.binding.Percentage;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.detailreport.DetailReportApi;
import org.mailvane.detailreport.DetailReportRequest;
import org.mailvane.detailreport.DetailReports;
import org.mailvane.detailreport.Stage;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceNames;
import org.mailvane.traffic.sums.MessageSums;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of what a report has found. */
@RestController
@RequestMapping(DetailReportApi.DATA_PATH + "/{search_token}")
class ReportDataController {

    static final String CATEGORIES =
            "`1` DMARC capable, `2` non-compliant, `3` forwarder, `4` threat or unknown.";

    private final DetailReports reports;
    private final ReportRows rows;
    private final SourceNames sourceNames;
    private final Links links;

    ReportDataController(
            DetailReports reports, ReportRows rows, SourceNames sourceNames, Links links) {
        this.reports = reports;
        this.rows = rows;
        this.sourceNames = sourceNames;
        this.links = links;
    }

    @GetMapping("/progress")
    @ApiOperation(
            action = "progress",
            access = Access.SIGNED_IN,
            summary = "Returns the progress of a report. At 100, its data is available.")
    ProgressBody progress(Caller caller, @PathVariable("search_token") String searchToken) {
        DetailReport report = report(caller, searchToken);
        Stage stage = report.stage();
        return new ProgressBody(
                stage == Stage.FAILED ? failure(report) : stage.label(),
                report.progress(),
                DetailReportApi.state(report));
    }

    /** How far a report is. */
    record ProgressBody(
            @Field(description = "Current step; for a failed report, the reason.") String label,
            @Field(description = "Progress in percent.") int value,
            @Field(description = "`queued`, `running`, `ready` or `failed`.") String state) {}

    @GetMapping("/domains")
    @ApiOperation(
            action = "domains",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the rows of a report: sending hosts with their SPF, DKIM and"
                            + " DMARC results, those with the most messages first. 404 until the"
                            + " report is ready.")
    Listing<ReportRowBody> domains(
            Caller caller,
            @PathVariable("search_token") String searchToken,
            @Filters RowQuery query,
            Ordering<RowOrder> ordering,
            PageRequest page) {
        DetailReport report = report(caller, searchToken);
        return rows.listing(
                caller.scope(), report, found(caller, report), query.choice(), ordering, page);
    }

    /**
     * Which rows are shown; null for what is not asked.
     *
     * @param ptrOrg the organisation of the address's confirmed name
     * @param sourceNumber the source
     * @param category number of the category
     */
    record RowQuery(
            @Field(
                            description =
                                    "Servers of this organisation: a `server_name` of the source's servers;"
                                            + " case-insensitive.",
                            maxLength = DetailReportRequest.MAX_NAME)
                    @Nullable String ptrOrg,
            @Field(description = "Only this source.") @Nullable Integer sourceNumber,
            @Field(description = CATEGORIES, min = 1, max = 4) @Nullable Integer category) {

        RowChoice choice() {
            return new RowChoice(sourceNumber, categoryOf(category), ptrOrg);
        }
    }

    @GetMapping("/sources")
    @ApiOperation(
            action = "sources",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the sources of a report by category, those with the most messages"
                            + " first. 404 until the report is ready.")
    ReportSourcesBody sources(Caller caller, @PathVariable("search_token") String searchToken) {
        DetailReport report = report(caller, searchToken);
        List<SourceSum> sums = found(caller, report).sources();
        List<Integer> numbers = sums.stream().map(SourceSum::source).distinct().toList();
        return new SourceBodies(
                        links.to(DetailReportApi.dataPath(report, "domains")),
                        links.to(DetailReportApi.dataPath(report, "source")),
                        sourceNames.of(caller.scope(), numbers))
                .of(sums);
    }

    @GetMapping("/source/{source_number}")
    @ApiOperation(
            action = "source",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the servers of one of a report's sources, grouped by the"
                            + " organisational domain of their confirmed names, those with the most"
                            + " messages first. 404 until the report is ready.")
    Listing<ServerBody> source(
            Caller caller,
            @PathVariable("search_token") String searchToken,
            @PathVariable("source_number") long sourceNumber,
            @Filters ServerQuery query,
            Ordering<ServerOrder> ordering,
            PageRequest page) {
        DetailReport report = report(caller, searchToken);
        FoundReport found = found(caller, report);
        if (!found.hasSource(sourceNumber)) {
            throw ApiProblem.notFound();
        }
        List<ServerRow> servers =
                found.servers(
                        Math.toIntExact(sourceNumber),
                        categoryOf(query.category()),
                        query.search() == null ? "" : query.search(),
                        ordering);
        String link =
                links.to(DetailReportApi.dataPath(report, "domains"))
                        + "?source_number="
                        + sourceNumber;
        String rows = query.category() == null ? link : link + "&category=" + query.category();
        return page.listing(
                servers::size,
                window ->
                        part(servers, window).stream()
                                .map(server -> body(server, rows + "&ptr_org="))
                                .toList());
    }

    /**
     * Which servers are shown; null for what is not asked.
     *
     * @param search part of their name
     * @param category number of the category
     */
    record ServerQuery(
            @Field(
                            description = "Part of the name; case-insensitive.",
                            maxLength = DetailReportRequest.MAX_NAME)
                    @Nullable String search,
            @Field(description = "Only mail in this category. " + CATEGORIES, min = 1, max = 4)
                    @Nullable Integer category) {}

    private static <T> List<T> part(List<T> all, Window window) {
        return all.stream().skip(window.offset()).limit(window.limit()).toList();
    }

    private static ServerBody body(ServerRow server, String link) {
        MessageSums sums = server.sums();
        return new ServerBody(
                new ServerLinks(link + RowBodies.encoded(server.name())),
                server.name(),
                server.headerFroms(),
                sums.messages(),
                server.addresses(),
                sums.spf(),
                sums.dkim(),
                sums.dmarc(),
                Percentage.text(Percentage.of(sums.dmarc(), sums.messages())));
    }

    /** What belongs to servers. */
    record ServerLinks(@Field(description = "Their rows.") String domains) {}

    /** Servers of one organisation as the API shows them. */
    record ServerBody(
            @JsonProperty("_links") ServerLinks links,
            @Field(
                            description =
                                    "Organisational domain of their confirmed names, or `"
                                            + RowChoice.NO_SERVER
                                            + "`.")
                    String serverName,
            @Field(description = "Number of From domains.") long headerFroms,
            @Field(description = "Number of messages.") long messageCount,
            @Field(description = "Number of IP addresses.") long ipCount,
            @Field(description = "Messages that passed SPF with alignment.") long spfCount,
            @Field(description = "Messages that passed DKIM with alignment.") long dkimCount,
            @Field(description = "Messages that passed SPF or DKIM with alignment.")
                    long dmarcCount,
            @Field(description = "Share of messages, such as `98.5%`; `n/a` if there are none.")
                    String dmarcCompliance) {}

    @GetMapping("/charts")
    @ApiOperation(
            action = "charts",
            access = Access.SIGNED_IN,
            summary =
                    "Returns the messages of a report by category and day. Days without"
                            + " messages are omitted. 404 until the report is ready.")
    ChartsBody charts(Caller caller, @PathVariable("search_token") String searchToken) {
        Map<String, List<DayBody>> timeline = new LinkedHashMap<>();
        found(caller, report(caller, searchToken))
                .days()
                .forEach((category, days) ->
                        timeline.put(
                                String.valueOf(category.number()),
                                days.entrySet().stream()
                                        .map(day -> new DayBody(day.getKey(), day.getValue()))
                                        .toList()));
        return new ChartsBody(timeline);
    }

    /** Figures over time. */
    record ChartsBody(
            @Field(description = "Days by category number, earliest first.")
                    Map<String, List<DayBody>> timeline) {}

    /** A day's messages. */
    record DayBody(
            @Field(description = "Day (UTC).") LocalDate date,
            @Field(description = "Messages.") long messageCount) {}

    private static @Nullable Category categoryOf(@Nullable Integer number) {
        return number == null ? null : Category.of(number);
    }

    private DetailReport report(Caller caller, String searchToken) {
        return reports.find(caller.scope(), searchToken).orElseThrow(ApiProblem::notFound);
    }

    private static String failure(DetailReport report) {
        return Stage.FAILED.label() + ": " + report.problem();
    }

    private FoundReport found(Caller caller, DetailReport report) {
        return reports.found(caller.scope(), report)
                .orElseThrow(() -> unreadable(report(caller, report.searchToken())));
    }

    /** Returns the reason why an existing report has no data. */
    private ApiProblem unreadable(DetailReport report) {
        return ApiProblem.notFound(
                report.stage() == Stage.FAILED
                        ? "The report is not available. " + failure(report)
                        : "The report is not ready yet. Its progress: "
                                + links.to(DetailReportApi.dataPath(report, "progress")));
    }
}
