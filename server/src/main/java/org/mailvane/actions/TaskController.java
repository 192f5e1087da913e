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
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the tasks. */
@RestController
@RequestMapping(TaskController.PATH)
class TaskController extends ActionItemController<Task, TaskOrder, TaskController.Body> {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/tasks";

    TaskController(Tasks tasks, ApiCatalogue catalogue, Links links) {
        super(PATH, Body.class, tasks, catalogue, links);
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists tasks for the domains that the caller can see, open and done,"
                            + " newest first.")
    Listing<Body> list(
            Caller caller,
            @Filters ActionItemFilter filter,
            Ordering<TaskOrder> ordering,
            PageRequest page) {
        return listing(caller, filter, ordering, page);
    }

    @GetMapping("/{id}")
    @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "Returns a task.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return item(caller, id);
    }

    @PutMapping("/{id}")
    @ApiOperation(
            action = "update",
            access = Access.WRITER,
            summary = "Ignores a task, or stops ignoring it.")
    Body update(Caller caller, @PathVariable long id, Sent<IgnoreChange> sent) {
        return change(caller, id, sent);
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary = "Ignores a task, or stops ignoring it, if `ignore` is given.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<IgnoreChange> sent) {
        return change(caller, id, sent);
    }

    @Override
    Body body(Task task, Map<String, String> links, List<String> permissions) {
        return new Body(
                links,
                permissions,
                task.id(),
                task.domain().value(),
                task.category(),
                MessageFormatter.forPrograms().format(task.details()),
                task.created(),
                task.solvedAt(),
                task.solvedAt() != null,
                task.ignored());
    }

    /** A task as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Domain name, with A-labels.") String domain,
            @Field(
                            description =
                                    "`dmarc`, `spf`, `dkim`, `policy`, `source`, `domain`, `tls` or"
                                            + " `bimi`.")
                    String category,
            @Field(description = "What to do, and why.") String details,
            @Field(description = "When it became a next step.") Instant created,
            @Field(description = "When it was done; null: it is open.") @Nullable Instant solveTime,
            @Field(description = "Whether it is done.") boolean solved,
            @Field(description = "Whether it is ignored.") boolean ignore) {}
}
