package org.mailvane.domains;

import com.fasterxml.jackson.annotation.JsonProperty;
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
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.domains.GroupAccess.Change;
import org.mailvane.domains.GroupAccess.Entry;
import org.mailvane.domains.GroupAccess.Level;
import org.mailvane.domains.GroupAccess.UserAccess;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the access to groups. */
@RestController
@RequestMapping(GroupAccessController.PATH)
class GroupAccessController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/domain-groups-acl";

    private final GroupAccess access;
    private final ApiCatalogue catalogue;
    private final Links links;

    GroupAccessController(GroupAccess access, ApiCatalogue catalogue, Links links) {
        this.access = access;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.ADMIN,
            summary = "Lists the groups with the users who have access to them.")
    Listing<Body> list(Caller caller, @Filters LabelFilter filter, PageRequest page) {
        return page.listing(
                () -> access.count(caller.scope(), filter.label()),
                window -> {
                    List<String> permissions = catalogue.permissionsOfItem(PATH, caller, true);
                    return access.list(caller.scope(), filter.label(), window).stream()
                            .map(entry -> body(entry, permissions))
                            .toList();
                });
    }

    /**
     * Which groups the list shows.
     *
     * @param label part of their labels, whatever its case
     */
    record LabelFilter(@Field(description = "Part of the label.") @Nullable String label) {}

    @PostMapping("/{id}/add-admin-users")
    @ApiOperation(
            action = "add_admin_users",
            access = Access.ADMIN,
            summary = "Gives users write access to a group.")
    List<UserBody> addAdminUsers(Caller caller, @PathVariable long id, Sent<Users> sent) {
        return set(caller, id, sent, Level.WRITE);
    }

    @PostMapping("/{id}/add-readonly-users")
    @ApiOperation(
            action = "add_readonly_users",
            access = Access.ADMIN,
            summary = "Gives users read-only access to a group.")
    List<UserBody> addReadonlyUsers(Caller caller, @PathVariable long id, Sent<Users> sent) {
        return set(caller, id, sent, Level.READ);
    }

    @PostMapping("/{id}/set-no-access")
    @ApiOperation(
            action = "set_no_access",
            access = Access.ADMIN,
            summary = "Removes users' access to a group.")
    List<UserBody> setNoAccess(Caller caller, @PathVariable long id, Sent<Users> sent) {
        return set(caller, id, sent, Level.NONE);
    }

    private List<UserBody> set(Caller caller, long id, Sent<Users> sent, Level level) {
        if (!access.hasGroup(caller.scope(), id)) {
            throw ApiProblem.notFound();
        }
        List<Long> users = sent.read().users();
        Change change =
                access.set(caller.scope(), id, users, level).orElseThrow(ApiProblem::notFound);
        FieldErrors errors = new FieldErrors();
        for (int i = 0; i < users.size(); i++) {
            if (change.unknown().contains(users.get(i))) {
                errors.add(
                        "users",
                        i,
                        users.get(i)
                                + " is not valid: it must be the ID of a user of the account.");
            }
        }
        errors.throwIfAny();
        return change.users().stream().map(GroupAccessController::body).toList();
    }

    /**
     * The users whose access is set.
     *
     * @param users their numbers
     */
    record Users(@Field(description = "User IDs.") List<Long> users) {}

    private Body body(Entry entry, List<String> permissions) {
        long id = entry.group().id();
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("add_admin_users", links.to(PATH + "/" + id + "/add-admin-users"));
        itemLinks.put("add_readonly_users", links.to(PATH + "/" + id + "/add-readonly-users"));
        itemLinks.put("set_no_access", links.to(PATH + "/" + id + "/set-no-access"));
        return new Body(
                itemLinks,
                permissions,
                id,
                entry.group().label(),
                entry.users().stream().map(GroupAccessController::body).toList());
    }

    private static UserBody body(UserAccess access) {
        return new UserBody(
                access.user().id(),
                access.user().username(),
                access.user().email(),
                access.user().active(),
                access.level() == Level.WRITE,
                access.level() == Level.READ);
    }

    /** A group and who has access to it, as the API shows them. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Name of the group.") String label,
            @Field(description = "Users with access to the group.") List<UserBody> users) {}

    /** A user's access to a group, as the API shows it. */
    record UserBody(
            long id,
            @Field(description = "Same as `email`.") String username,
            @Field(description = "Email address.") String email,
            @Field(description = "Whether the user can sign in.") boolean isActive,
            @Field(description = "Whether the user can change the group's domains.")
                    boolean readwriteAccess,
            @Field(description = "Whether the user can only read the group.")
                    boolean readonlyAccess) {}
}
