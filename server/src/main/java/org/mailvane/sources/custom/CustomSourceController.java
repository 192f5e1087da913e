package org.mailvane.sources.custom;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of an account's own sources. */
@RestController
@RequestMapping(CustomSourceController.PATH)
class CustomSourceController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/custom-sources";

    private final CustomSources sources;
    private final ApiCatalogue catalogue;
    private final Links links;

    CustomSourceController(CustomSources sources, ApiCatalogue catalogue, Links links) {
        this.sources = sources;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.ADMIN,
            summary = "Lists the account's own sources, ordered by name.")
    Listing<Body> list(Caller caller, PageRequest page) {
        return page.listing(
                () -> sources.count(caller.scope()),
                window -> bodies(caller, sources.list(caller.scope(), window)));
    }

    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.ADMIN,
            status = 201,
            summary =
                    "Creates a custom source in the account. Rows of all days are reclassified"
                            + " in the background.")
    ResponseEntity<Body> create(Caller caller, Sent<CustomSourceChange> sent) {
        CustomSourceChange source = sent.read();
        Body made = body(caller, SourceFaults.told(() -> sources.create(caller.scope(), source)));
        return ResponseEntity.created(URI.create(links.toItem(PATH, made.id()))).body(made);
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.ADMIN,
            summary = "Returns one of the account's own sources.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, existing(caller, id));
    }

    @PutMapping("/{id}")
    @ApiOperation(
            action = "update",
            access = Access.ADMIN,
            summary =
                    "Updates one of the account's own sources. Omitted properties stay"
                            + " unchanged.")
    Body update(Caller caller, @PathVariable long id, Sent<CustomSourceChange> sent) {
        return changed(caller, id, sent);
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.ADMIN,
            summary = "Updates the given properties of one of the account's own sources.")
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<CustomSourceChange> sent) {
        return changed(caller, id, sent);
    }

    private Body changed(Caller caller, long id, Sent<CustomSourceChange> sent) {
        existing(caller, id);
        CustomSourceChange change = sent.read();
        return SourceFaults.told(() -> sources.change(caller.scope(), id, change))
                .map(source -> body(caller, source))
                .orElseThrow(ApiProblem::notFound);
    }

    @DeleteMapping("/{id}")
    @ApiOperation(
            action = "destroy",
            access = Access.ADMIN,
            status = 204,
            summary =
                    "Deletes one of the account's own sources. Its rows are reclassified in"
                            + " the background.")
    void destroy(Caller caller, @PathVariable long id) {
        if (!sources.delete(caller.scope(), id)) {
            throw ApiProblem.notFound();
        }
    }

    private CustomSource existing(Caller caller, long id) {
        return sources.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, CustomSource source) {
        return bodies(caller, List.of(source)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<CustomSource> page) {
        List<String> permissions = catalogue.permissionsOfItem(PATH, caller, true);
        return page.stream().map(source -> body(source, permissions)).toList();
    }

    private Body body(CustomSource source, List<String> permissions) {
        CatalogueSender sender = source.sender();
        return new Body(
                Map.of("self", links.toItem(PATH, source.id())),
                permissions,
                source.id(),
                sender.number(),
                sender.name(),
                sender.slug(),
                sender.networks().stream().map(IpNetwork::toString).toList(),
                sender.hosts(),
                sender.dkimDomains(),
                sender.spfDomains(),
                sender.category().number(),
                sender.capableSpf(),
                sender.capableDkim(),
                sender.notes().texts().spf(),
                sender.notes().texts().dkim(),
                sender.notes().texts().dmarc());
    }

    /** One of an account's own sources as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Number of the source in rows and totals.") int number,
            @Field(description = "Name.") String name,
            @Field(description = "Short name in URLs.") String slug,
            @Field(description = "Networks that it sends from.") List<String> networks,
            @Field(
                            description =
                                    "Domains of its hosts' confirmed reverse DNS names; subdomains included.")
                    List<String> ptrDomains,
            @Field(description = "Domains that it signs with.") List<String> dkimDomains,
            @Field(description = "Domains of its envelope senders.") List<String> spfDomains,
            @Field(description = "1 capable, 2 non-compliant, 3 forwarder.") int category,
            @Field(description = "Whether it supports SPF alignment.") boolean capableSpf,
            @Field(description = "Whether it supports DKIM alignment.") boolean capableDkim,
            @Field(description = "How to set up SPF.") String notesSpf,
            @Field(description = "How to set up DKIM.") String notesDkim,
            @Field(description = "General instructions.") String notesDmarc) {}
}
