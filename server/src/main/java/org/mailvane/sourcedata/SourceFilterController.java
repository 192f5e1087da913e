package org.mailvane.sourcedata;

import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.domains.DomainFilters;
import org.mailvane.domains.DomainFilters.SavedFilterBody;
import org.mailvane.domains.DomainFilters.WantedFilter;
import org.mailvane.domains.FilterCriteria.Kind;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the filters of source data. */
@RestController
@RequestMapping(SourceFilterController.PATH)
class SourceFilterController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/source-filters";

    private final DomainFilters filters;

    SourceFilterController(DomainFilters filters) {
        this.filters = filters;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "Lists the caller's filters of source data, newest first.")
    Listing<SavedFilterBody> list(Caller caller, PageRequest page) {
        return filters.list(caller, Kind.SOURCE, PATH, page);
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.SIGNED_IN,
            status = 201,
            summary = "Saves a list of domains. Its id can be used as `filter_id`.")
    ResponseEntity<SavedFilterBody> create(Caller caller, Sent<WantedFilter> sent) {
        return filters.create(caller, Kind.SOURCE, PATH, sent.read());
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "Returns one of the caller's filters of source data.")
    SavedFilterBody retrieve(Caller caller, @PathVariable long id) {
        return filters.retrieve(caller, Kind.SOURCE, PATH, id);
    }
}
