package org.mailvane.senders;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.Caller;
import org.mailvane.api.Field;
import org.mailvane.api.Links;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
import org.mailvane.api.Sent;
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

/** HTTP side of the filters of source data. */
@RestController
@RequestMapping(SourceFilterController.PATH)
class SourceFilterController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/source-filters";

    private final SavedFilters filters;
    private final ApiCatalogue catalogue;
    private final Links links;

    SourceFilterController(SavedFilters filters, ApiCatalogue catalogue, Links links) {
        this.filters = filters;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "The caller's filters of source data, the newest first.")
    Listing<Body> list(Caller caller, PageRequest page) {
        return page.listing(
                () -> filters.count(caller.scope(), Kind.SOURCE),
                window ->
                        filters.list(caller.scope(), Kind.SOURCE, window).stream()
                                .map(filter -> body(caller, filter))
                                .toList());
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.SIGNED_IN,
            status = 201,
            summary = "Saves a list of domains; its id is then a `filter_id`.")
    ResponseEntity<Body> create(Caller caller, Sent<Wanted> sent) {
        List<DomainName> names = sent.read().domains();
        Creation creation = filters.create(caller.scope(), FilterCriteria.of(Kind.SOURCE, names));
        return switch (creation) {
            case Creation.Created(SavedFilter filter) ->
                    ResponseEntity.created(URI.create(links.toItem(PATH, filter.id())))
                            .body(body(caller, filter));
            case Creation.Unknown(var unknown) ->
                    throw FilteredDomains.notReadable("domains", names, unknown);
        };
    }

    /**
     * What is saved.
     *
     * @param domains names of domains
     */
    record Wanted(
            @Field(
                            description =
                                    "Domains that the caller may read; subdomains that count with one"
                                            + " of them come along. None: all that the caller may read.",
                            required = true,
                            maxItems = Domains.MAX_NAMES)
                    List<DomainName> domains) {}

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "One of the caller's filters of source data.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return filters.find(caller.scope(), Kind.SOURCE, id)
                .map(filter -> body(caller, filter))
                .orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, SavedFilter filter) {
        return new Body(
                Map.of("self", links.toItem(PATH, filter.id())),
                catalogue.permissionsOfItem(PATH, caller, false),
                filter.id(),
                filter.criteria().domains().stream().map(DomainName::value).toList(),
                filter.created());
    }

    /** A filter as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Names of its domains; empty for all.") List<String> domains,
            @Field(description = "When it was saved.") Instant created) {}
}
