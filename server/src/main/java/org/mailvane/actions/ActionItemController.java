package org.mailvane.actions;

import java.util.List;
import java.util.Map;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;

/**
 * What the APIs of issues and tasks have in common. The subclasses have the operations, with their
 * descriptions.
 *
 * @param <I> the items
 * @param <O> the columns that a list of them can be sorted by
 * @param <B> the items as the API shows them
 */
abstract class ActionItemController<I extends ActionItem, O extends Enum<O> & ActionItemOrder, B> {

    private final String path;
    private final Class<B> bodyType;
    private final ActionItems<I, O> items;
    private final ApiCatalogue catalogue;
    private final Links links;

    ActionItemController(
            String path,
            Class<B> bodyType,
            ActionItems<I, O> items,
            ApiCatalogue catalogue,
            Links links) {
        this.path = path;
        this.bodyType = bodyType;
        this.items = items;
        this.catalogue = catalogue;
        this.links = links;
    }

    /** Returns an item as the API shows it. */
    abstract B body(I item, Map<String, String> links, List<String> permissions);

    Listing<B> listing(
            Caller caller, ActionItemFilter filter, Ordering<O> ordering, PageRequest page) {
        return page.listing(
                () -> items.count(caller.scope(), filter),
                window -> bodies(caller, items.list(caller.scope(), filter, ordering, window)));
    }

    /** Returns the list as a CSV file. */
    ListFile<B> file(Caller caller, ActionItemFilter filter, Ordering<O> ordering) {
        return new ListFile<>(bodyType, listing(caller, filter, ordering, ListFile.request(path)));
    }

    B item(Caller caller, long id) {
        return body(caller, visible(caller, id));
    }

    B change(Caller caller, long id, Sent<IgnoreChange> sent) {
        I item = visible(caller, id);
        if (!item.writable()) {
            throw ApiProblem.forbidden();
        }
        Given<Boolean> ignore = sent.read().ignore();
        return ignore.isGiven()
                ? items.setIgnored(caller.scope(), id, ignore.value())
                        .map(changed -> body(caller, changed))
                        .orElseThrow(ApiProblem::notFound)
                : body(caller, item);
    }

    private I visible(Caller caller, long id) {
        return items.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private B body(Caller caller, I item) {
        return bodies(caller, List.of(item)).getFirst();
    }

    private List<B> bodies(Caller caller, List<I> page) {
        List<String> readOnly = catalogue.permissionsOfItem(path, caller, false);
        List<String> all = catalogue.permissionsOfItem(path, caller, true);
        return page.stream()
                .map(item ->
                        body(
                                item,
                                Map.of("self", links.toItem(path, item.id())),
                                item.writable() ? all : readOnly))
                .toList();
    }
}
