package org.mailvane.domains;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

/** HTTP side of the groups. */
@RestController
@RequestMapping(DomainGroupController.PATH)
class DomainGroupController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/domain-groups";

    private final DomainGroups groups;
    private final DomainFigures figures;
    private final ApiCatalogue catalogue;
    private final Links links;

    DomainGroupController(
            DomainGroups groups, DomainFigures figures, ApiCatalogue catalogue, Links links) {
        this.groups = groups;
        this.figures = figures;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "The groups that the caller may see.")
    Listing<Body> list(Caller caller, PageRequest page) {
        return page.listing(
                () -> groups.count(caller.scope()),
                window -> bodies(caller, groups.list(caller.scope(), window)));
    }

    @GetMapping("/{id}")
    @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "One group.")
    Body retrieve(Caller caller, @PathVariable long id) {
        DomainGroup group = groups.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
        return bodies(caller, List.of(group)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<DomainGroup> page) {
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, caller.admin());
        Map<Long, List<DomainId>> members =
                groups.members(caller.scope(), page.stream().map(DomainGroup::id).toList());
        Map<DomainId, Counts> counts =
                figures.lastSevenDays(
                        caller.scope(),
                        members.values().stream().flatMap(List::stream).distinct().toList());
        return page.stream()
                .map(group -> {
                    long largest =
                            members.getOrDefault(group.id(), List.of()).stream()
                                    .mapToLong(id -> counts.getOrDefault(id, Counts.NONE).total())
                                    .max()
                                    .orElse(0);
                    return body(group, permissions, largest);
                })
                .toList();
    }

    private Body body(DomainGroup group, List<String> permissions, long maxVolumeCount) {
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, group.id()));
        itemLinks.put(
                "domains",
                links.to(DomainController.PATH)
                        + "?treat_as_top_level=True&group_id="
                        + group.id());
        return new Body(
                itemLinks,
                permissions,
                group.id(),
                group.uid(),
                group.label(),
                group.notes(),
                group.isDefault(),
                group.parkedDomains(),
                group.hideAssignedDomains(),
                group.state(),
                group.domainCount(),
                0,
                0,
                maxVolumeCount);
    }

    /** A group as the API shows it. There are no issues and tasks before DNS is watched. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            String uid,
            String label,
            String notes,
            boolean isDefault,
            boolean parkedDomains,
            boolean hideAssignedDomains,
            String domainState,
            long domainCount,
            int issues,
            int tasks,
            long maxVolumeCount) {}
}
