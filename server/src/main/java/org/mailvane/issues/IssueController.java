package org.mailvane.issues;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.Caller;
import org.mailvane.api.Field;
import org.mailvane.api.Filters;
import org.mailvane.api.Given;
import org.mailvane.api.Links;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
import org.mailvane.api.Sent;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the issues. */
@RestController
@RequestMapping(IssueController.PATH)
class IssueController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/issues";

    private final Issues issues;
    private final ApiCatalogue catalogue;
    private final Links links;

    IssueController(Issues issues, ApiCatalogue catalogue, Links links) {
        this.issues = issues;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "What is wrong with the records of the domains that the caller may see, and what was, the newest first.")
    Listing<Body> list(
            Caller caller,
            @Filters IssueFilter filter,
            Ordering<IssueOrder> ordering,
            PageRequest page) {
        return listing(caller, filter, ordering, page);
    }

    /** The list. */
    Listing<Body> listing(
            Caller caller, IssueFilter filter, Ordering<IssueOrder> ordering, PageRequest page) {
        return page.listing(
                () -> issues.count(caller.scope(), filter),
                window -> bodies(caller, issues.list(caller.scope(), filter, ordering, window)));
    }

    @GetMapping("/{id}")
    @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "One issue.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, visible(caller, id));
    }

    @PutMapping("/{id}")
    @ApiOperation(
            action = "update",
            access = Access.WRITER,
            summary = "Says whether an issue is ignored.")
    Body update(Caller caller, @PathVariable long id, Sent<IgnoreChange> sent) {
        return changed(caller, id, sent);
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary = "Says whether an issue is ignored, where that is given.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<IgnoreChange> sent) {
        return changed(caller, id, sent);
    }

    private Body changed(Caller caller, long id, Sent<IgnoreChange> sent) {
        Issue issue = visible(caller, id);
        if (!issue.writable()) {
            throw ApiProblem.forbidden();
        }
        Given<Boolean> ignore = sent.read().ignore();
        return ignore.isGiven()
                ? issues.setIgnored(caller.scope(), id, ignore.value())
                        .map(changed -> body(caller, changed))
                        .orElseThrow(ApiProblem::notFound)
                : body(caller, issue);
    }

    private Issue visible(Caller caller, long id) {
        return issues.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, Issue issue) {
        return bodies(caller, List.of(issue)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<Issue> page) {
        List<String> readOnly = catalogue.permissionsOfItem(PATH, caller, false);
        List<String> all = catalogue.permissionsOfItem(PATH, caller, true);
        return page.stream().map(issue -> body(issue, issue.writable() ? all : readOnly)).toList();
    }

    private Body body(Issue issue, List<String> permissions) {
        return new Body(
                Map.of("self", links.toItem(PATH, issue.id())),
                permissions,
                issue.id(),
                issue.domain().value(),
                english(issue.problem()),
                english(issue.solution()),
                issue.evidence().isEmpty()
                        ? issue.code()
                        : issue.code() + ": " + english(issue.evidence()),
                issue.created(),
                issue.solved(),
                issue.ignored());
    }

    private static String english(Passage passage) {
        return MessageFormatter.forPrograms().format(passage);
    }

    /** An issue as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "The domain's name, with A-labels.") String domain,
            @Field(description = "What is wrong.") String problem,
            @Field(description = "What to do about it.") String solution,
            @Field(description = "The finding's stable code, and after a colon the evidence.")
                    String details,
            @Field(description = "When it was found.") Instant created,
            @Field(description = "When it was found no more; null: it is open.")
                    @Nullable Instant solved,
            @Field(description = "Whether people want to hear no more of it.") boolean ignore) {}
}
