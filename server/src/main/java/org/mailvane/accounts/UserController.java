package org.mailvane.accounts;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Instant;
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
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** HTTP side of the users. */
@RestController
@RequestMapping(UserController.PATH)
class UserController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/users";

    /** Actions below an item, in the order of its links. */
    private static final List<String> NAMED =
            List.of("activation_reminder", "password_reset", "password_change", "convert_to_sso");

    private final Users users;
    private final ApiCatalogue catalogue;
    private final Links links;
    private final JsonMapper json;

    UserController(Users users, ApiCatalogue catalogue, Links links, JsonMapper json) {
        this.users = users;
        this.catalogue = catalogue;
        this.links = links;
        this.json = json;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.ADMIN,
            summary = "Lists the account's users, ordered by email address.")
    Listing<Body> list(
            Caller caller,
            PageRequest page,
            @Filters Users.Filter filter,
            Ordering<UserOrder> order) {
        return page.listing(
                () -> users.count(caller.scope(), filter),
                window ->
                        users.list(caller.scope(), filter, order, window).stream()
                                .map(user -> body(caller, user))
                                .toList());
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.ADMIN,
            status = 201,
            summary =
                    "Creates a user and sends them an activation email. The user is inactive"
                            + " until they use its link.")
    ResponseEntity<Body> create(Caller caller, Sent<Users.Creation> sent) {
        Body made = body(caller, users.create(caller.scope(), sent.read()));
        return ResponseEntity.created(URI.create(links.toItem(PATH, made.id()))).body(made);
    }

    @GetMapping("/{id}")
    @ApiOperation(action = "retrieve", access = Access.ADMIN, summary = "Returns a user.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, existing(caller, id));
    }

    @PutMapping("/{id}")
    @ApiOperation(
            action = "update",
            access = Access.ADMIN,
            summary = "Updates a user. A new email address takes effect once it is confirmed.")
    Body update(Caller caller, @PathVariable long id, Sent<Users.Change> sent) {
        return changed(caller, id, sent);
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.ADMIN,
            summary =
                    "Updates the given properties of a user. A new email address takes"
                            + " effect once it is confirmed.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<Users.Change> sent) {
        return changed(caller, id, sent);
    }

    private Body changed(Caller caller, long id, Sent<Users.Change> sent) {
        existing(caller, id);
        return body(caller, users.update(caller, id, sent.read()));
    }

    @DeleteMapping("/{id}")
    @ApiOperation(
            action = "destroy",
            access = Access.ADMIN,
            status = 204,
            summary = "Deletes a user. The account's owner can't be deleted.")
    void destroy(Caller caller, @PathVariable long id) {
        users.delete(caller.scope(), id);
    }

    @PostMapping("/{id}/activation-reminder")
    @ApiOperation(
            action = "activation_reminder",
            access = Access.ADMIN,
            status = 202,
            summary = "Sends a new activation link by email. The previous link stops working.")
    Mailed remind(Caller caller, @PathVariable long id) {
        User user = users.remind(caller.scope(), id);
        return new Mailed("An activation email to " + user.email() + " is on its way.");
    }

    @PostMapping("/{id}/password-reset")
    @ApiOperation(
            action = "password_reset",
            access = Access.ADMIN,
            status = 202,
            summary = "Sends a password reset link by email. The previous link stops working.")
    Mailed sendReset(Caller caller, @PathVariable long id) {
        User user = users.sendReset(caller.scope(), id);
        return new Mailed("A password reset email to " + user.email() + " is on its way.");
    }

    @PostMapping("/{id}/password-change")
    @ApiOperation(
            action = "password_change",
            access = Access.WRITER,
            summary = "Changes the caller's password. The response has the same members, empty.")
    PasswordChange changePassword(Caller caller, @PathVariable long id, Sent<PasswordChange> sent) {
        if (existing(caller, id).id() != caller.userId()) {
            throw ApiProblem.forbidden("Only the user can change their password.");
        }
        PasswordChange change = sent.read();
        users.changePassword(
                caller, change.passwordOld(), change.password(), change.passwordConfirm());
        return new PasswordChange("", "", "");
    }

    @RequestMapping(
            path = "/{id}/convert-to-sso",
            method = {RequestMethod.PUT, RequestMethod.POST})
    @ApiOperation(
            action = "convert_to_sso",
            access = Access.ADMIN,
            summary = "Converts a user to single sign-on and deletes their password.")
    Body convertToSso(Caller caller, @PathVariable long id) {
        return body(caller, users.convertToSso(caller, id));
    }

    private User existing(Caller caller, long id) {
        return users.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, User user) {
        List<String> permissions =
                catalogue.permissionsOfItem(PATH, caller, true).stream()
                        .filter(action -> users.allows(caller, user, action))
                        .toList();
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, user.id()));
        for (String action : NAMED) {
            if (permissions.contains(action)) {
                itemLinks.put(action, links.toAction(PATH, user.id(), action));
            }
        }
        return new Body(
                itemLinks,
                permissions,
                user.id(),
                user.email(),
                user.email(),
                user.dateJoined(),
                user.active(),
                user.owner() || user.admin(),
                user.owner(),
                user.maskedToken(),
                user.ssoReady(),
                user.forensicAccess(),
                user.billingAccess(),
                user.lastLogin(),
                user.lastLoginSso(),
                user.secondFactor(),
                json.readTree(user.settings()));
    }

    /** A user as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Email address; unique in the installation.") String email,
            @Field(description = "Same as `email`.") String username,
            @Field(description = "When the user was made.") Instant dateJoined,
            @Field(description = "Whether the user can sign in.") boolean isActive,
            @Field(description = "Whether the user is an admin of the account.") boolean isAdmin,
            @Field(description = "Whether the user owns the account.") boolean isOwner,
            @Field(description = "Last characters of the API token; empty if there is none.")
                    String apiToken,
            @Field(description = "Whether the user signs in through the identity provider.")
                    boolean ssoReady,
            @Field(description = "Whether the user can see forensic reports.")
                    boolean hasForensicAccess,
            @Field(description = "Whether the user can see and change the subscription.")
                    boolean hasBillingAccess,
            @Field(description = "When they last signed in.") @Nullable Instant lastLogin,
            @Field(description = "Whether the last sign-in used the identity provider.")
                    boolean lastLoginSso,
            @Field(description = "Whether sign-in requires a second factor.")
                    @JsonProperty("has_2fa_enabled")
                    boolean secondFactor,
            @Field(description = "The value last stored as `settings`.") JsonNode settings) {}

    /** What was mailed. */
    record Mailed(@Field(description = "A sentence that describes what was sent.") String detail) {}

    /**
     * A change of password. No length is given here: what is too long must not be quoted in the
     * error, as that of any other field is.
     */
    record PasswordChange(
            @Field(
                            description = "Current password. Empty in the response.",
                            trimmed = false,
                            maxLength = Integer.MAX_VALUE)
                    String passwordOld,
            @Field(
                            description = "New password. Empty in the response.",
                            trimmed = false,
                            maxLength = Integer.MAX_VALUE)
                    String password,
            @Field(
                            description = "New password again. Empty in the response.",
                            trimmed = false,
                            maxLength = Integer.MAX_VALUE)
                    String passwordConfirm) {}
}
