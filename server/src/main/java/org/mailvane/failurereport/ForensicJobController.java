package org.mailvane.failurereport;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.domains.Domains;
import org.mailvane.failurereport.ForensicJobs.Creation;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the jobs that look for failure reports. */
@RestController
@RequestMapping(ForensicJobController.PATH)
class ForensicJobController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/forensic-reports";

    /** Seconds after which somebody who has a full list of jobs may try again. */
    private static final long FULL_FOR = 10;

    private static final Pattern ID = Pattern.compile("[0-9]{1,18}");

    private final ForensicJobs jobs;
    private final Links links;

    ForensicJobController(ForensicJobs jobs, Links links) {
        this.jobs = jobs;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            forensic = true,
            summary = "Lists the caller's searches for failure reports, newest first.")
    Listing<Body> list(Caller caller, PageRequest page) {
        return page.listing(
                () -> jobs.count(caller.scope()),
                window -> jobs.list(caller.scope(), window).stream().map(this::body).toList());
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.SIGNED_IN,
            forensic = true,
            status = 202,
            summary =
                    "Starts a search for failure reports. Its results are available when its"
                            + " progress is 100, for 3 days.")
    ResponseEntity<Body> create(Caller caller, Sent<Wanted> sent) {
        ForensicCriteria criteria = criteria(sent.read());
        return switch (jobs.create(caller.scope(), criteria)) {
            case Creation.Created(ForensicJob job) ->
                    ResponseEntity.accepted()
                            .location(URI.create(links.toItem(PATH, job.id())))
                            .body(body(job));
            case Creation.Unknown(var names) -> {
                FieldErrors errors = new FieldErrors();
                for (int i = 0; i < criteria.domains().size(); i++) {
                    DomainName name = criteria.domains().get(i);
                    if (names.contains(name)) {
                        // Whether there is such a domain is not told to whom may not see it.
                        errors.add(
                                "domains",
                                i,
                                "\""
                                        + name
                                        + "\" is not valid: it must be a domain of the account that you can read.");
                    }
                }
                throw ApiProblem.invalid(errors);
            }
            case Creation.TooMany() ->
                    throw ApiProblem.throttled(
                            "You have "
                                    + ForensicJobs.MAX_JOBS
                                    + " jobs in progress, which is the limit.",
                            FULL_FOR);
        };
    }

    static ForensicCriteria criteria(Wanted wanted) {
        if (wanted.endDate().isBefore(wanted.startDate())) {
            throw ApiProblem.invalid(
                    "end_date",
                    "\"%s\" is not valid: it must not be before the start_date %s."
                            .formatted(wanted.endDate(), wanted.startDate()));
        }
        String source = wanted.reportSourceIp().or("").strip();
        Optional<IpNetwork> network = IpNetwork.parse(source);
        if (!source.isEmpty() && network.isEmpty()) {
            throw ApiProblem.invalid(
                    "report_source_ip",
                    "\"%s\" is not valid: it must be an address or a network, such as 192.0.2.1 or 2001:db8::/32."
                            .formatted(source));
        }
        return new ForensicCriteria(
                wanted.startDate(),
                wanted.endDate(),
                wanted.subject().or(""),
                network.orElse(null),
                wanted.domains().or(List.of()).stream().distinct().toList());
    }

    /**
     * What is looked for.
     *
     * @param startDate the first day
     * @param endDate the last day
     * @param subject what the subject must contain
     * @param reportSourceIp whom the mail must come from
     * @param domains what the report must be about
     */
    record Wanted(
            @Field(description = "First day (UTC) on which the failed messages were received.")
                    LocalDate startDate,
            @Field(description = "Last day (UTC), not before the first.") LocalDate endDate,
            @Field(description = "Part of the subject; case-insensitive. Empty: any.", blank = true)
                    Given<String> subject,
            @Field(
                            description = "IP address or network (CIDR) of the sender; empty: any.",
                            blank = true,
                            maxLength = 64)
                    Given<String> reportSourceIp,
            @Field(
                            description =
                                    "Domains that the caller can read. Subdomains that are not top level are"
                                            + " included. Empty: all domains that the caller can read.",
                            maxItems = Domains.MAX_NAMES)
                    Given<List<DomainName>> domains) {}

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            forensic = true,
            summary = "Returns one of the caller's jobs, by its ID or search token.")
    Body retrieve(Caller caller, @PathVariable String id) {
        Optional<ForensicJob> job =
                ID.matcher(id).matches()
                        ? jobs.find(caller.scope(), Long.parseLong(id))
                        : jobs.find(caller.scope(), id);
        return job.map(this::body).orElseThrow(ApiProblem::notFound);
    }

    private Body body(ForensicJob job) {
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, job.id()));
        itemLinks.put(
                "data",
                links.to(ForensicDataController.PATH) + "?search_token=" + job.searchToken());
        ForensicCriteria criteria = job.criteria();
        IpNetwork source = criteria.source();
        return new Body(
                itemLinks,
                job.id(),
                job.searchToken(),
                job.progress().value(),
                job.progress().label(),
                criteria.startDate(),
                criteria.endDate(),
                criteria.subject(),
                source == null ? "" : source.toString(),
                criteria.domains().stream().map(DomainName::value).toList(),
                job.created(),
                job.expires());
    }

    /** A job as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            long id,
            @Field(description = "Identifies the job, also in `forensic-data/`.")
                    String searchToken,
            @Field(description = "`0` queued, `1` in progress, `100` completed, `700` failed.")
                    int progress,
            @Field(description = "Name of the value.") String label,
            @Field(description = "First day of the search (UTC).") LocalDate startDate,
            @Field(description = "Last day (UTC).") LocalDate endDate,
            @Field(description = "Part of the subject; empty: any.") String subject,
            @Field(description = "IP address or network of the sender; empty: any.")
                    String reportSourceIp,
            @Field(description = "Domains of the search; empty: all.") List<String> domains,
            @Field(description = "When it was asked for.") Instant created,
            @Field(description = "When it goes, with what it found.") Instant expires) {}
}
