package org.mailvane.timeline;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.MessageFormatter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the timeline. */
@RestController
@RequestMapping(TimelineEventController.PATH)
class TimelineEventController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/timeline-events";

    private static final String DOMAINS = ApiCatalogue.VERSION_ROOT + "/domains";

    private final Timeline timeline;
    private final EventChoices choices;
    private final ApiCatalogue catalogue;
    private final Links links;

    TimelineEventController(
            Timeline timeline, EventChoices choices, ApiCatalogue catalogue, Links links) {
        this.timeline = timeline;
        this.choices = choices;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists changes to the domains that the caller can see and to their"
                            + " records, newest first.")
    Listing<Body> list(Caller caller, @Filters TimelineEventFilter filter, PageRequest page) {
        return listing(caller, choices.of(caller.scope(), filter), page);
    }

    /** Returns the list of chosen events. */
    Listing<Body> listing(Caller caller, EventChoice choice, PageRequest page) {
        Scope scope = caller.scope();
        EventPages pages = timeline.events(scope, choice);
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, false);
        return page.listing(
                () -> timeline.count(scope, choice),
                window ->
                        pages.fetch(window).stream()
                                .map(event -> body(event, permissions))
                                .toList());
    }

    private Body body(TimelineEvent event, List<String> permissions) {
        return new Body(
                event.domainId() == null
                        ? Map.of()
                        : Map.of("domain", links.toItem(DOMAINS, event.domainId().value())),
                permissions,
                event.id(),
                event.domain(),
                event.change().code(),
                event.recordType(),
                event.oldValue(),
                event.newValue(),
                MessageFormatter.forPrograms().format(event.details()),
                event.created());
    }

    /** An event as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Domain name, with A-labels.") String domain,
            @Field(description = "Type of change, as in `changes` of filters.") String change,
            @Field(
                            description =
                                    "Type of the changed record, such as `spf`; empty if no record changed.")
                    String recordType,
            @Field(description = "Value before the change; empty if there was none.")
                    String oldValue,
            @Field(description = "Value after the change; empty if there is none.") String newValue,
            @Field(description = "A sentence that describes the change.") String details,
            @Field(description = "When it was seen.") Instant created) {}
}
