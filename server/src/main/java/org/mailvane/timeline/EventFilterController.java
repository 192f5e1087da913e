package org.mailvane.timeline;

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
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.Domains;
import org.mailvane.domains.FilterCriteria;
import org.mailvane.domains.FilterCriteria.Kind;
import org.mailvane.domains.FilteredDomains;
import org.mailvane.domains.SavedFilter;
import org.mailvane.domains.SavedFilters;
import org.mailvane.domains.SavedFilters.Creation;
import org.mailvane.mailauth.dns.DomainName;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the filters of events. */
@RestController
@RequestMapping(EventFilterController.PATH)
class EventFilterController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/timeline-event-filters";

    /** Kinds of changes that one filter may name; each counts once. */
    static final int MAX_CHANGES = 100;

    private final SavedFilters filters;
    private final ApiCatalogue catalogue;
    private final Links links;

    EventFilterController(SavedFilters filters, ApiCatalogue catalogue, Links links) {
        this.filters = filters;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "Lists the caller's filters of events, newest first.")
    Listing<Body> list(Caller caller, PageRequest page) {
        return page.listing(
                () -> filters.count(caller.scope(), Kind.EVENT),
                window ->
                        filters.list(caller.scope(), Kind.EVENT, window).stream()
                                .map(filter -> body(caller, filter))
                                .toList());
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.SIGNED_IN,
            status = 201,
            summary = "Saves a filter of events. Its id can be used as `filter_id`.")
    ResponseEntity<Body> create(Caller caller, Sent<WantedEvents> sent) {
        WantedEvents wanted = sent.read();
        return switch (filters.create(caller.scope(), wanted.criteria())) {
            case Creation.Created(SavedFilter filter) ->
                    ResponseEntity.created(URI.create(links.toItem(PATH, filter.id())))
                            .body(body(caller, filter));
            case Creation.Unknown(var unknown) ->
                    throw FilteredDomains.notReadable("domains", wanted.names(), unknown);
        };
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "Returns one of the caller's filters of events.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return filters.find(caller.scope(), Kind.EVENT, id)
                .map(filter -> body(caller, filter))
                .orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, SavedFilter filter) {
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, filter.id()));
        itemLinks.put(
                "events", links.to(TimelineEventController.PATH) + "?filter_id=" + filter.id());
        FilterCriteria criteria = filter.criteria();
        return new Body(
                itemLinks,
                catalogue.permissionsOfItem(PATH, caller, false),
                filter.id(),
                criteria.domains().stream().map(DomainName::value).toList(),
                criteria.changes().stream().map(EventFilterChange::new).toList(),
                criteria.begin(),
                criteria.end(),
                filter.created());
    }

    /**
     * What is saved.
     *
     * @param domains names of domains
     * @param changes kinds of changes
     * @param begin the first day
     * @param end the last
     */
    record WantedEvents(
            @Field(
                            description =
                                    "Domains that the caller can read. Subdomains that are not top level are"
                                            + " included. Empty: all domains that the caller can read.",
                            maxItems = Domains.MAX_NAMES)
                    Given<List<DomainName>> domains,
            @Field(
                            description = "Types of changes. Empty: all.",
                            orMember = "type",
                            maxItems = MAX_CHANGES)
                    Given<List<Change>> changes,
            @Field(description = "Events on or after this day (UTC).", nullable = true)
                    Given<@Nullable LocalDate> begin,
            @Field(description = "Events on or before this day (UTC).", nullable = true)
                    Given<@Nullable LocalDate> end) {

        /** Names of domains as they were sent. */
        List<DomainName> names() {
            return domains.or(List.of());
        }

        /**
         * Returns what it chooses by.
         *
         * @throws ApiProblem 400 when it ends before it begins
         */
        FilterCriteria criteria() {
            LocalDate first = begin.orNull();
            LocalDate last = end.orNull();
            if (first != null && last != null && last.isBefore(first)) {
                throw ApiProblem.invalid(
                        "end",
                        "%s is not valid: it must not be before the begin %s."
                                .formatted(last, first));
            }
            return new FilterCriteria(
                    Kind.EVENT,
                    names().stream().distinct().toList(),
                    changes.or(List.of()).stream().distinct().map(Change::code).toList(),
                    first,
                    last);
        }
    }

    /** A kind of change that a filter chooses. */
    record EventFilterChange(@Field(description = "Type of change.") String type) {}

    /** A filter as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Names of its domains; empty: all.") List<String> domains,
            @Field(description = "Types of changes; empty: all.") List<EventFilterChange> changes,
            @Field(description = "First day (UTC).") @Nullable LocalDate begin,
            @Field(description = "Last day (UTC).") @Nullable LocalDate end,
            @Field(description = "When it was saved.") Instant created) {}
}
