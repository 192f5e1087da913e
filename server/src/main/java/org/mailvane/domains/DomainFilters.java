package org.mailvane.domains;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.FilterCriteria.Kind;
import org.mailvane.domains.SavedFilters.Creation;
import org.mailvane.mailauth.dns.DomainName;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** What the HTTP sides of saved filters have in common whose filters hold domains alone. */
@Component
public class DomainFilters {

    private final SavedFilters filters;
    private final ApiCatalogue catalogue;
    private final Links links;

    DomainFilters(SavedFilters filters, ApiCatalogue catalogue, Links links) {
        this.filters = filters;
        this.catalogue = catalogue;
        this.links = links;
    }

    /** The caller's filters of a kind, the newest first. */
    public Listing<SavedFilterBody> list(Caller caller, Kind kind, String path, PageRequest page) {
        return page.listing(
                () -> filters.count(caller.scope(), kind),
                window ->
                        filters.list(caller.scope(), kind, window).stream()
                                .map(filter -> body(caller, path, filter))
                                .toList());
    }

    /**
     * Saves a filter.
     *
     * @throws ApiProblem 400 by index for names of domains that the caller may not read
     */
    public ResponseEntity<SavedFilterBody> create(
            Caller caller, Kind kind, String path, WantedFilter wanted) {
        List<DomainName> names = wanted.domains();
        Creation creation = filters.create(caller.scope(), FilterCriteria.of(kind, names));
        return switch (creation) {
            case Creation.Created(SavedFilter filter) ->
                    ResponseEntity.created(URI.create(links.toItem(path, filter.id())))
                            .body(body(caller, path, filter));
            case Creation.Unknown(var unknown) ->
                    throw FilteredDomains.notReadable("domains", names, unknown);
        };
    }

    /**
     * One of the caller's filters of a kind.
     *
     * @throws ApiProblem 404 where there is none of this number
     */
    public SavedFilterBody retrieve(Caller caller, Kind kind, String path, long id) {
        return filters.find(caller.scope(), kind, id)
                .map(filter -> body(caller, path, filter))
                .orElseThrow(ApiProblem::notFound);
    }

    private SavedFilterBody body(Caller caller, String path, SavedFilter filter) {
        return new SavedFilterBody(
                Map.of("self", links.toItem(path, filter.id())),
                catalogue.permissionsOfItem(path, caller, false),
                filter.id(),
                filter.criteria().domains().stream().map(DomainName::value).toList(),
                filter.created());
    }

    /**
     * What is saved.
     *
     * @param domains names of domains
     */
    public record WantedFilter(
            @Field(
                            description =
                                    "Domains that the caller can read. Subdomains that are not top level are"
                                            + " included. Empty: all domains that the caller can read.",
                            required = true,
                            maxItems = Domains.MAX_NAMES)
                    List<DomainName> domains) {}

    /** A filter as the API shows it. */
    public record SavedFilterBody(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Names of its domains; empty: all.") List<String> domains,
            @Field(description = "When it was saved.") Instant created) {}
}
