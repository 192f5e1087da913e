package org.mailvane.actions;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
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
class IssueController extends ActionItemController<Issue, IssueOrder, IssueController.Body> {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/issues";

    IssueController(Issues issues, ApiCatalogue catalogue, Links links) {
        super(PATH, Body.class, issues, catalogue, links);
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists issues with the records of the domains that the caller can see,"
                            + " open and solved, newest first.")
    Listing<Body> list(
            Caller caller,
            @Filters ActionItemFilter filter,
            Ordering<IssueOrder> ordering,
            PageRequest page) {
        return listing(caller, filter, ordering, page);
    }

    @GetMapping("/{id}")
    @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "Returns an issue.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return item(caller, id);
    }

    @PutMapping("/{id}")
    @ApiOperation(
            action = "update",
            access = Access.WRITER,
            summary = "Ignores an issue, or stops ignoring it.")
    Body update(Caller caller, @PathVariable long id, Sent<IgnoreChange> sent) {
        return change(caller, id, sent);
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary = "Ignores an issue, or stops ignoring it, if `ignore` is given.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<IgnoreChange> sent) {
        return change(caller, id, sent);
    }

    @Override
    Body body(Issue issue, Map<String, String> links, List<String> permissions) {
        return new Body(
                links,
                permissions,
                issue.id(),
                issue.domain().value(),
                english(issue.problem()),
                english(issue.solution()),
                issue.evidence().isEmpty()
                        ? issue.code()
                        : issue.code() + ": " + english(issue.evidence()),
                issue.created(),
                issue.solvedAt(),
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
            @Field(description = "Domain name, with A-labels.") String domain,
            @Field(description = "Problem.") String problem,
            @Field(description = "What to do about it.") String solution,
            @Field(description = "Stable code of the finding, then a colon and the evidence.")
                    String details,
            @Field(description = "When it was found.") Instant created,
            @Field(description = "When it was found no more; null: it is open.")
                    @Nullable Instant solved,
            @Field(description = "Whether it is ignored.") boolean ignore) {}
}
