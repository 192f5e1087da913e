package org.mailvane.domains;

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
import org.mailvane.api.Links;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
import org.mailvane.domains.DomainFigures.Counts;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the domains. */
@RestController
@RequestMapping(DomainController.PATH)
class DomainController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/domains";

    /** DNS is not watched yet, so that nothing can be said about any record. */
    private static final String UNKNOWN = "unknown";

    private final Domains domains;
    private final DomainFigures figures;
    private final ApiCatalogue catalogue;
    private final Links links;

    DomainController(Domains domains, DomainFigures figures, ApiCatalogue catalogue, Links links) {
        this.domains = domains;
        this.figures = figures;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "The domains that the caller may see.")
    Listing<Body> list(Caller caller, PageRequest page) {
        return page.listing(
                () -> domains.count(caller.scope()),
                window -> bodies(caller, domains.list(caller.scope(), window)));
    }

    @GetMapping("/{id}")
    @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "One domain.")
    Body retrieve(Caller caller, @PathVariable long id) {
        Domain domain =
                domains.find(caller.scope(), new DomainId(id)).orElseThrow(ApiProblem::notFound);
        return bodies(caller, List.of(domain)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<Domain> page) {
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, caller.admin());
        Map<DomainId, Counts> counts =
                figures.lastSevenDays(caller.scope(), page.stream().map(Domain::id).toList());
        return page.stream()
                .map(d -> body(d, counts.getOrDefault(d.id(), Counts.NONE), permissions))
                .toList();
    }

    private Body body(Domain domain, Counts counts, List<String> permissions) {
        long id = domain.id().value();
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, id));
        itemLinks.put(
                "subdomains", links.to(PATH) + "?parent_id=" + id + "&treat_as_top_level=False");
        return new Body(
                itemLinks,
                permissions,
                id,
                domain.name().value(),
                domain.notes(),
                domain.verified(),
                counts.capable(),
                counts.nonCompliant(),
                counts.forwarded(),
                counts.threatOrUnknown(),
                domain.topLevel(),
                domain.parentId() != null,
                domain.subdomainCount(),
                domain.nxdomain(),
                domain.state(),
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                Map.of(),
                Map.of("code", domain.origin().code(), "label", domain.origin().label()),
                domain.addedDate(),
                "",
                "",
                0,
                domain.lastUploadTime());
    }

    /** A domain as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            String domain,
            String notes,
            boolean isVerified,
            long countDmarcCapable,
            long countNonDmarcCapable,
            long countForwarded,
            long countThreatOther,
            boolean topLevel,
            boolean isSubdomain,
            long subdomainCount,
            boolean nxdomain,
            String domainState,
            String stateDmarc,
            String stateSpf,
            String stateDkim,
            Map<String, Object> states,
            Map<String, String> origin,
            Instant addedDate,
            String recordsDmarc,
            String recordsSpf,
            int spfLookupCount,
            @Nullable Instant lastUploadTime) {}
}
