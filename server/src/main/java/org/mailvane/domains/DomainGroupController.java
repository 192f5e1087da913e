package org.mailvane.domains;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
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
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.domains.GroupEditing.Names;
import org.mailvane.domains.GroupMembers.Addition;
import org.mailvane.domains.GroupMembers.Move;
import org.mailvane.domains.GroupMembers.Moved;
import org.mailvane.mailauth.dns.DomainName;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the groups. */
@RestController
@RequestMapping(DomainGroupController.PATH)
class DomainGroupController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/domain-groups";

    private final DomainGroups groups;
    private final GroupEditing editing;
    private final GroupMembers members;
    private final List<OpenItemCounter> matters;
    private final ApiCatalogue catalogue;
    private final Links links;

    DomainGroupController(
            DomainGroups groups,
            GroupEditing editing,
            GroupMembers members,
            List<OpenItemCounter> matters,
            ApiCatalogue catalogue,
            Links links) {
        this.groups = groups;
        this.editing = editing;
        this.members = members;
        this.matters = matters;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "Lists the domain groups that the caller can see.")
    Listing<Body> list(Caller caller, @Filters DomainGroupFilter filter, PageRequest page) {
        return page.listing(
                () -> groups.count(caller.scope(), filter),
                window -> bodies(caller, groups.list(caller.scope(), filter, window)));
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.ADMIN,
            status = 201,
            summary = "Creates a group. The caller gets write access to it.")
    ResponseEntity<Body> create(Caller caller, Sent<DomainGroupChange> sent) {
        DomainGroupChange group = sent.read();
        Body made = body(caller, editing.make(caller, group, Names.ANY));
        return ResponseEntity.created(URI.create(links.toItem(PATH, made.id()))).body(made);
    }

    @GetMapping("/{id}")
    @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "Returns a group.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, editing.visible(caller, id));
    }

    @PutMapping("/{id}")
    @ApiOperation(
            action = "update",
            access = Access.WRITER,
            summary =
                    "Updates a group. Omitted properties stay unchanged. Only admins can"
                            + " change more than the notes.")
    Body update(Caller caller, @PathVariable long id, Sent<DomainGroupChange> sent) {
        return changed(caller, id, sent);
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary =
                    "Updates the given properties of a group. Only admins can change more"
                            + " than the notes.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<DomainGroupChange> sent) {
        return changed(caller, id, sent);
    }

    private Body changed(Caller caller, long id, Sent<DomainGroupChange> sent) {
        return body(caller, editing.change(caller, id, sent::read, Names.ANY));
    }

    @DeleteMapping("/{id}")
    @ApiOperation(
            action = "destroy",
            access = Access.WRITER,
            status = 204,
            summary = "Deletes a group but not its domains. Admins only.")
    void destroy(Caller caller, @PathVariable long id) {
        editing.delete(caller, id);
    }

    @PostMapping("/{id}/add-domains")
    @ApiOperation(
            action = "add_domains",
            access = Access.WRITER,
            status = {201, 200},
            summary =
                    "Adds domains to a group. Domains that the account does not have are"
                            + " added to it; 200 if it already has all of them.")
    ResponseEntity<AddedDomains> addDomains(
            Caller caller, @PathVariable long id, Sent<NamedDomains> sent) {
        editing.requireWritable(caller, id);
        NamedDomains body = sent.read();
        List<DomainName> names = body.domains();
        Addition addition =
                members.add(caller.scope(), id, names, body.domainState().or(null))
                        .orElseThrow(ApiProblem::notFound);
        FieldErrors errors = new FieldErrors();
        for (int i = 0; i < names.size(); i++) {
            if (addition.refused().contains(names.get(i))) {
                errors.add(
                        "domains",
                        i,
                        "\""
                                + names.get(i)
                                + "\" is not valid: it must be a domain that you can change, or a new one"
                                + " without parent domains or subdomains that you can't change.");
            }
        }
        errors.throwIfAny();
        List<String> added =
                addition.created().stream()
                        .map(created -> links.toItem(DomainController.PATH, created.value()))
                        .toList();
        return ResponseEntity.status(added.isEmpty() ? HttpStatus.OK : HttpStatus.CREATED)
                .body(new AddedDomains(added));
    }

    /**
     * Domains to be added.
     *
     * @param domains their names
     * @param domainState what people say of their use
     */
    record NamedDomains(
            @Field(description = "Domain names.", maxItems = Domains.MAX_NAMES)
                    List<DomainName> domains,
            @Field(description = "Set on all of them.", nullable = true)
                    Given<@Nullable DomainState> domainState) {}

    /**
     * Domains that were added.
     *
     * @param added links to those that the account did not have
     */
    record AddedDomains(
            @Field(description = "URLs of the domains that were added to the account.")
                    List<String> added) {}

    @PostMapping("/{id}/move-domains")
    @ApiOperation(
            action = "move_domains",
            access = Access.WRITER,
            summary = "Moves domains from other groups into this one.")
    MovedDomains moveDomains(Caller caller, @PathVariable long id, Sent<MovingDomains> sent) {
        editing.requireWritable(caller, id);
        MovingDomains body = sent.read();
        List<Move> moves = body.domains();
        Moved moved =
                members.move(caller.scope(), id, moves, body.domainState().or(null))
                        .orElseThrow(ApiProblem::notFound);
        FieldErrors errors = new FieldErrors();
        for (int i = 0; i < moves.size(); i++) {
            long source = moves.get(i).groupId();
            if (moved.refused().contains(source)) {
                // Whether there is such a group, or such a domain in it, is not told.
                errors.add(
                        "domains",
                        i,
                        "group_id",
                        source + " is not valid: it must be a group that you can change.");
            }
        }
        errors.throwIfAny();
        DomainState state = moved.state();
        return new MovedDomains(
                state == null ? "" : state.code(),
                moved.notExisting().stream().map(DomainName::value).toList());
    }

    /**
     * Domains to be moved.
     *
     * @param domains their names and the groups that hold them
     * @param domainState what people say of their use
     */
    record MovingDomains(
            @Field(
                            description = "Domains to move, and the groups to move them from.",
                            maxItems = Domains.MAX_NAMES)
                    List<Move> domains,
            @Field(description = "Set on those that are moved.", nullable = true)
                    Given<@Nullable DomainState> domainState) {}

    /**
     * Domains that were moved.
     *
     * @param domainState what was set on them; empty for nothing
     * @param notExisting names that were not in the group that they were to be moved from
     */
    record MovedDomains(
            @Field(description = "State set for them; empty: unchanged.") String domainState,
            @Field(description = "Names that were not in the specified group.")
                    List<String> notExisting) {}

    @PostMapping("/{id}/remove-domains")
    @ApiOperation(
            action = "remove_domains",
            access = Access.WRITER,
            summary =
                    "Removes domains from a group. Names that are not in the group are"
                            + " ignored.")
    Map<String, Object> removeDomains(
            Caller caller, @PathVariable long id, Sent<RemovedDomains> sent) {
        editing.remove(caller, id, () -> sent.read().domains());
        return Map.of();
    }

    /**
     * Domains to be taken out of a group.
     *
     * @param domains their names
     */
    record RemovedDomains(
            @Field(description = "Domain names.", maxItems = Domains.MAX_NAMES)
                    List<DomainName> domains) {}

    private Body body(Caller caller, DomainGroup group) {
        return bodies(caller, List.of(group)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<DomainGroup> page) {
        List<String> readOnly = catalogue.permissionsOfItem(PATH, caller, false);
        List<String> all = catalogue.permissionsOfItem(PATH, caller, true);
        Map<Long, OpenItemCounter.Counts> open =
                open(caller, page.stream().map(DomainGroup::id).toList());
        return page.stream()
                .map(group -> {
                    List<String> allowed = new ArrayList<>(group.writable() ? all : readOnly);
                    if (!GroupEditing.mayDelete(caller, group)) {
                        allowed.remove("destroy");
                    }
                    if (group.isDefault()) {
                        // It holds all domains.
                        allowed.remove("remove_domains");
                    }
                    return body(
                            group,
                            open.getOrDefault(group.id(), OpenItemCounter.Counts.NONE),
                            allowed);
                })
                .toList();
    }

    private Map<Long, OpenItemCounter.Counts> open(Caller caller, List<Long> ids) {
        Map<Long, OpenItemCounter.Counts> open = new HashMap<>();
        for (OpenItemCounter each : matters) {
            each.byGroup(caller.scope(), ids)
                    .forEach((id, counts) -> open.merge(id, counts, OpenItemCounter.Counts::plus));
        }
        return open;
    }

    private Body body(DomainGroup group, OpenItemCounter.Counts open, List<String> permissions) {
        long id = group.id();
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, id));
        itemLinks.put("add_domain", links.to(PATH + "/" + id + "/add-domains"));
        itemLinks.put("move_domains", links.to(PATH + "/" + id + "/move-domains"));
        if (!group.isDefault()) {
            itemLinks.put("remove_domains", links.to(PATH + "/" + id + "/remove-domains"));
        }
        itemLinks.put(
                "domains",
                links.to(DomainController.PATH) + "?treat_as_top_level=True&group_id=" + id);
        return new Body(
                itemLinks,
                permissions,
                id,
                group.uid(),
                group.label(),
                group.notes(),
                group.isDefault(),
                group.parkedDomains(),
                group.hideAssignedDomains(),
                group.state().code(),
                group.domainCount(),
                open.issues(),
                open.tasks(),
                group.maxVolume());
    }

    /** A group as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Unique identifier.") String uid,
            @Field(description = "Its name.") String label,
            @Field(description = "Free-form notes.") String notes,
            @Field(description = "Whether it is DEFAULT, which contains all domains.")
                    boolean isDefault,
            @Field(description = "Whether its domains are not expected to send mail.")
                    boolean parkedDomains,
            @Field(description = "Whether DEFAULT hides domains that are in other groups.")
                    boolean hideAssignedDomains,
            @Field(description = "State of its domains if they all have the same, else `unknown`.")
                    String domainState,
            @Field(description = "Number of domains in the group.") long domainCount,
            @Field(description = "Open issues of its domains, without ignored ones.") long issues,
            @Field(description = "Open tasks of its domains, without ignored ones.") long tasks,
            @Field(description = "Messages of the past 7 days of the domain with the most.")
                    long maxVolumeCount) {}
}
