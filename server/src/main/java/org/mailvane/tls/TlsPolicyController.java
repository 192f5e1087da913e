package org.mailvane.tls;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.FilteredDomains;
import org.mailvane.platform.store.Scope;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the policies. */
@RestController
@RequestMapping(TlsPolicyController.PATH)
class TlsPolicyController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/tls-policies";

    private final TlsReports reports;
    private final FilteredDomains filters;
    private final ApiCatalogue catalogue;
    private final Links links;

    TlsPolicyController(
            TlsReports reports, FilteredDomains filters, ApiCatalogue catalogue, Links links) {
        this.reports = reports;
        this.filters = filters;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the domains in TLS reports, each with its latest policy and its"
                            + " sessions in all reports or in those of the given days.")
    Listing<Body> list(
            Caller caller,
            @Filters TlsPolicyFilter filter,
            Ordering<TlsPolicyOrder> ordering,
            PageRequest page) {
        filter.check();
        Scope scope = caller.scope();
        Optional<List<DomainId>> only = filters.of(scope, filter.filterId());
        return page.listing(
                () -> reports.countPolicies(scope, filter, only),
                window -> bodies(caller, reports.policies(scope, filter, only, ordering, window)));
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "Returns the policy of a domain, with its sessions in all reports.")
    Body retrieve(Caller caller, @PathVariable long id) {
        TlsPolicy policy = reports.findPolicy(caller.scope(), id).orElseThrow(ApiProblem::notFound);
        return bodies(caller, List.of(policy)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<TlsPolicy> page) {
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, false);
        return page.stream().map(policy -> body(policy, permissions)).toList();
    }

    private Body body(TlsPolicy policy, List<String> permissions) {
        return new Body(
                Map.of("self", links.toItem(PATH, policy.id())),
                permissions,
                policy.id(),
                policy.type(),
                policy.domain(),
                policy.mode(),
                policy.successful(),
                policy.failed(),
                policy.lastSeen());
    }

    /** A policy as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(
                            description =
                                    "Type of the latest policy: `s` sts, `t` tlsa, `n` no-policy-found;"
                                            + " empty: another type.")
                    String pType,
            @Field(description = "Policy domain.") String pDomain,
            @JsonProperty("sts_p_mode")
                    @Field(
                            description =
                                    "Mode of the latest policy, if it is sts: `e` enforce, `t` testing, `n`"
                                            + " none; empty: unknown.")
                    String stsPolicyMode,
            @Field(description = "Successful sessions.") long sumSuccess,
            @Field(description = "Failed sessions.") long sumFailed,
            @Field(description = "End of the latest report period.") Instant lastSeen) {}
}
