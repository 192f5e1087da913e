package org.mailvane.sources.custom;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of what people say of shared senders. */
@RestController
@RequestMapping(SourceDecisionController.PATH)
class SourceDecisionController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/source-decisions";

    private final SourceDecisions decisions;
    private final SourceNames names;
    private final Domains domains;
    private final ApiCatalogue catalogue;

    SourceDecisionController(
            SourceDecisions decisions, SourceNames names, Domains domains, ApiCatalogue catalogue) {
        this.decisions = decisions;
        this.names = names;
        this.domains = domains;
        this.catalogue = catalogue;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary =
                    "Lists the decisions about shared senders: whether their mail for a"
                            + " domain belongs to the domain owner.")
    Listing<Body> list(Caller caller, @Filters SourceDecisionFilter filter, PageRequest page) {
        return page.listing(
                () -> decisions.count(caller.scope(), filter),
                window -> bodies(caller, decisions.list(caller.scope(), filter, window)));
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.WRITER,
            status = 201,
            summary =
                    "Decides whether the mail of a shared sender for a domain belongs to the"
                            + " domain owner. Replaces an earlier decision.")
    Body create(Caller caller, Sent<NewDecision> sent) {
        NewDecision body = sent.read();
        DomainId domain = writable(caller, body.domain());
        return SourceFaults.told(() ->
                        decisions.decide(
                                caller.scope(), domain, body.sourceNumber(), body.decision()))
                .map(decision -> bodies(caller, List.of(decision)).getFirst())
                .orElseThrow(() -> unknown(body.domain()));
    }

    /**
     * What is said of a shared sender.
     *
     * @param domain in whose name it sends
     * @param sourceNumber who it is
     * @param decision whether that is the domain owner's
     */
    record NewDecision(
            @Field(description = "From domain.") DomainName domain,
            @Field(description = "Sender: a `number` of `sources/`.") int sourceNumber,
            @Field(description = "Whether the mail belongs to the domain owner.")
                    Decision decision) {}

    @DeleteMapping("/{id}")
    @ApiOperation(
            action = "destroy",
            access = Access.WRITER,
            status = 204,
            summary = "Deletes a decision.")
    void destroy(Caller caller, @PathVariable long id) {
        SourceDecision decision =
                decisions.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
        if (!decision.writable()) {
            throw ApiProblem.forbidden();
        }
        decisions.delete(caller.scope(), decision);
    }

    private DomainId writable(Caller caller, DomainName name) {
        DomainId id = domains.readable(caller.scope(), List.of(name)).get(name);
        Domain domain = id == null ? null : domains.find(caller.scope(), id).orElse(null);
        if (domain == null) {
            throw unknown(name);
        }
        if (!domain.writable()) {
            throw ApiProblem.forbidden();
        }
        return domain.id();
    }

    private static ApiProblem unknown(DomainName name) {
        return ApiProblem.invalid(
                "domain",
                "\""
                        + name
                        + "\" is not valid: it must be a domain of the account that you can see.");
    }

    private List<Body> bodies(Caller caller, List<SourceDecision> page) {
        List<String> readOnly = catalogue.permissionsOfItem(PATH, caller, false);
        List<String> all = catalogue.permissionsOfItem(PATH, caller, true);
        Map<Integer, SourceName> called =
                names.of(caller.scope(), page.stream().map(SourceDecision::source).toList());
        return page.stream()
                .map(decision ->
                        new Body(
                                decision.writable() ? all : readOnly,
                                decision.id(),
                                decision.domain().value(),
                                decision.source(),
                                Objects.requireNonNull(called.get(decision.source())).name(),
                                decision.decision().code(),
                                decision.created()))
                .toList();
    }

    /** A decision as the API shows it. */
    record Body(
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "From domain of the sender's mail.") String domain,
            @Field(description = "Number of the sender.") int sourceNumber,
            @Field(description = "Name.") String sourceName,
            @Field(description = "`ours` or `not_ours`.") String decision,
            @Field(description = "When that was said.") Instant created) {}
}
