package org.mailvane.detailreport;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
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
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.detailreport.DetailReports.Creation;
import org.mailvane.domains.FilteredDomains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.traffic.store.ResultWord;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * HTTP side of the reports of the detail viewer; {@link org.mailvane.detailreport.query} shows
 * their data.
 */
@RestController
@RequestMapping(DetailReportApi.REPORTS_PATH)
class DetailReportController {

    /** Seconds after which it is worth asking how far a report is. */
    private static final long SOON = 1;

    /** Seconds after which an account with too many reports may try again. */
    private static final long FULL_FOR = 10;

    private final DetailReports reports;
    private final ApiCatalogue catalogue;
    private final Links links;

    DetailReportController(DetailReports reports, ApiCatalogue catalogue, Links links) {
        this.reports = reports;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the caller's reports, newest first. Reports are deleted after 3"
                            + " days.")
    Listing<Body> list(Caller caller, Ordering<ReportOrder> ordering, PageRequest page) {
        return page.listing(
                () -> reports.count(caller.scope()),
                window ->
                        reports.list(caller.scope(), ordering, window).stream()
                                .map(report -> body(caller, report))
                                .toList());
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.SIGNED_IN,
            status = {202, 200},
            summary =
                    "Starts a report about the mail of some domains and days (202), or"
                            + " returns the caller's existing report with the same criteria (200). Its"
                            + " data is available when its progress is 100; for small reports, this"
                            + " can be immediately.")
    ResponseEntity<Body> create(Caller caller, Sent<DetailReportRequest> sent) {
        DetailReportRequest wanted = sent.read();
        return switch (reports.create(caller.scope(), wanted.criteria())) {
            case Creation.Created(DetailReport report) ->
                    answer(HttpStatus.ACCEPTED, caller, report);
            case Creation.Existing(DetailReport report) -> answer(HttpStatus.OK, caller, report);
            case Creation.Unknown(var names) ->
                    throw FilteredDomains.notReadable(
                            "domains", wanted.domains().or(List.of()), names);
            case Creation.TooMany(int most) ->
                    throw ApiProblem.throttled(
                            most
                                    + " reports of the account are still in progress, which is the limit.",
                            FULL_FOR);
        };
    }

    private ResponseEntity<Body> answer(HttpStatus status, Caller caller, DetailReport report) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(status).location(URI.create(self(report)));
        if (report.stage() != Stage.READY && report.stage() != Stage.FAILED) {
            answer.header(HttpHeaders.RETRY_AFTER, String.valueOf(SOON));
        }
        return answer.body(body(caller, report));
    }

    @GetMapping("/{search_token}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "Returns one of the caller's reports: its criteria and links to its data.")
    Body retrieve(Caller caller, @PathVariable("search_token") String searchToken) {
        return reports.find(caller.scope(), searchToken)
                .map(report -> body(caller, report))
                .orElseThrow(ApiProblem::notFound);
    }

    private String self(DetailReport report) {
        return links.to(DetailReportApi.REPORTS_PATH + "/" + report.searchToken());
    }

    private Body body(Caller caller, DetailReport report) {
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", self(report));
        for (String data : List.of("progress", "domains", "sources", "charts")) {
            itemLinks.put(data, links.to(DetailReportApi.dataPath(report, data)));
        }
        ReportCriteria criteria = report.criteria();
        IpNetwork network = criteria.network();
        return new Body(
                itemLinks,
                catalogue.permissionsOfItem(DetailReportApi.REPORTS_PATH, caller, false),
                report.searchToken(),
                criteria.domains().stream().map(DomainName::value).toList(),
                List.copyOf(criteria.providers()),
                criteria.startDate(),
                criteria.endDate(),
                criteria.option().letter(),
                network == null ? "" : network.toString(),
                List.copyOf(criteria.countries()),
                criteria.spfResults().stream().map(ResultWord::letter).toList(),
                letter(criteria.spfAligned()),
                letter(criteria.dkimAligned()),
                criteria.dkimResults().stream().map(ResultWord::letter).toList(),
                criteria.dispositions().stream()
                        .map(d -> CriteriaCodes.Applied.of(d).code())
                        .toList(),
                List.copyOf(criteria.rules()),
                criteria.spfDomain(),
                criteria.ptr(),
                criteria.overrideComment(),
                report.created(),
                report.expires(),
                DetailReportApi.state(report));
    }

    private static String letter(@Nullable Boolean aligned) {
        return aligned == null ? "" : CriteriaCodes.Aligned.of(aligned).code();
    }

    /** A report as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            @Field(description = "Identifies the report, also in the paths of its data.")
                    String searchToken,
            @Field(description = "Domains in the report; empty: all.") List<String> domains,
            @Field(description = "Reporters; empty: all.") List<String> providers,
            @Field(description = "First day (UTC).") LocalDate startDate,
            @Field(description = "Last day (UTC).") LocalDate endDate,
            @Field(
                            description =
                                    "`n` all mail, `o` mail affected by the policy, `x` mail that fails"
                                            + " DMARC, `d` mail that passes.")
                    String filterOption,
            @Field(description = "IP address or network of the sender; empty: any.") String ipCidr,
            @Field(description = "Countries of the sending IP address; empty: any.")
                    List<String> countryCode,
            @Field(description = "SPF results; empty: any.") List<String> spfResult,
            @Field(description = "`p` SPF passes with alignment, `f` it does not; empty: either.")
                    String spfPolicy,
            @Field(description = "`p` DKIM passes with alignment, `f` it does not; empty: either.")
                    String dkimPolicy,
            @Field(description = "DKIM results; empty: any.") List<String> dkimResult,
            @Field(description = "Action taken by the receiver; empty: any.")
                    List<String> dmarcPolicy,
            @Field(description = "Rules that classified the mail; empty: any.")
                    List<Integer> ruleNumber,
            @Field(description = "SPF domain, in lower case; empty: any.") String spfDomain,
            @Field(description = "Reverse DNS name of the IP address, in lower case; empty: any.")
                    String ptr,
            @Field(description = "Comment of a policy override, in lower case; empty: any.")
                    String overrideComment,
            @Field(description = "When it was asked for.") Instant created,
            @Field(description = "When it goes, with its data.") Instant expires,
            @Field(description = "`queued`, `running`, `ready` or `failed`.") String state) {}
}
