package org.mailvane.domains;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.Percentage;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** HTTP side of the domains. */
@RestController
@RequestMapping(DomainController.PATH)
class DomainController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/domains";

    private static final JsonMapper JSON = new JsonMapper();

    /** The kinds of records of which {@code states} tells, watched or not. */
    private static final List<String> RECORD_KINDS =
            List.of("dmarc", "spf", "dkim", "bimi", "mta_sts", "tls_rpt", "mx");

    private final Domains domains;
    private final DomainDeletion deletion;
    private final Accounts accounts;
    private final List<DomainMonitor> monitors;
    private final ApiCatalogue catalogue;
    private final Links links;

    DomainController(
            Domains domains,
            DomainDeletion deletion,
            Accounts accounts,
            List<DomainMonitor> monitors,
            ApiCatalogue catalogue,
            Links links) {
        this.domains = domains;
        this.deletion = deletion;
        this.accounts = accounts;
        this.monitors = monitors;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "Lists the domains that the caller can see.")
    Listing<Body> list(
            Caller caller,
            @Filters DomainFilter filter,
            Ordering<DomainOrder> ordering,
            PageRequest page) {
        Domains.Chosen chosen = domains.chosen(caller.scope(), filter);
        return page.listing(chosen::count, window -> bodies(caller, chosen.list(ordering, window)));
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.SIGNED_IN,
            summary = "Returns a domain.",
            csv = true)
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, visible(caller, id));
    }

    @PutMapping("/{id}")
    @ApiOperation(
            action = "update",
            access = Access.WRITER,
            summary = "Updates a domain. Omitted properties stay unchanged.",
            csv = true)
    Body update(Caller caller, @PathVariable long id, Sent<DomainChange> sent) {
        return changed(caller, id, sent);
    }

    @PatchMapping("/{id}")
    @ApiOperation(
            action = "partial_update",
            access = Access.WRITER,
            summary = "Updates the given properties of a domain.",
            csv = true)
    Body partialUpdate(Caller caller, @PathVariable long id, Sent<DomainChange> sent) {
        return changed(caller, id, sent);
    }

    private Body changed(Caller caller, long id, Sent<DomainChange> sent) {
        Domain domain = writable(caller, id);
        DomainChange change = sent.read();
        if (domain.parentId() == null && !change.topLevel().or(true)) {
            throw ApiProblem.invalid(
                    "top_level",
                    "false is not valid: it must be true, since "
                            + domain.name()
                            + " is not a subdomain of another domain of the account.");
        }
        Domain updated =
                domains.update(caller.scope(), domain.id(), change)
                        .orElseThrow(ApiProblem::notFound);
        return body(caller, updated);
    }

    @DeleteMapping("/{id}")
    @ApiOperation(
            action = "destroy",
            access = Access.WRITER,
            summary =
                    "Deletes a domain with all its data and its subdomains that are not top"
                            + " level.",
            csv = true)
    Detail destroy(Caller caller, @PathVariable long id) {
        Domain domain = writable(caller, id);
        int deleted = deletion.delete(caller.scope(), domain.id());
        if (deleted == 0) {
            throw ApiProblem.notFound();
        }
        return new Detail(
                deleted == 1
                        ? "The domain " + domain.name() + " was deleted."
                        : "The domain %s was deleted, with %s."
                                .formatted(domain.name(), number(deleted - 1, "subdomain")));
    }

    @PostMapping("/delete")
    @ApiOperation(
            action = "bulk_delete",
            access = Access.WRITER,
            summary = "Deletes several domains: all of them or none.")
    Detail deleteAll(Caller caller, Sent<BulkDelete> sent) {
        BulkDelete body = sent.read();
        DomainDeletion.Result result =
                deletion.delete(caller.scope(), body.domains(), body.deleteSubdomains().or(false));
        FieldErrors errors = new FieldErrors();
        for (int i = 0; i < body.domains().size(); i++) {
            DomainName name = body.domains().get(i);
            if (result.refused().contains(name)) {
                // Whether there is such a domain is not told to whom may not see it.
                errors.add(
                        "domains",
                        i,
                        "\""
                                + name
                                + "\" is not valid: it must be a domain of the account that you can change.");
            }
        }
        errors.throwIfAny();
        int deleted = result.deleted();
        return new Detail(
                number(deleted, "domain") + (deleted == 1 ? " was deleted." : " were deleted."));
    }

    private static String number(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /**
     * Domains to be deleted.
     *
     * @param domains their names
     * @param deleteSubdomains whether all their subdomains go too
     */
    record BulkDelete(
            @Field(description = "Domain names.", maxItems = Domains.MAX_NAMES)
                    List<DomainName> domains,
            @Field(
                            description =
                                    "Whether to delete all their subdomains too, if the caller can change"
                                            + " them. Otherwise each subdomain becomes top level.")
                    Given<Boolean> deleteSubdomains) {}

    @PostMapping("/{id}/refresh")
    @ApiOperation(
            action = "refresh",
            access = Access.WRITER,
            summary = "Looks up a domain's records again and returns its current figures.",
            csv = true)
    Body refresh(Caller caller, @PathVariable long id) {
        Domain domain = writable(caller, id);
        monitors.forEach(monitor -> monitor.refresh(caller.scope(), domain.id()));
        return body(caller, visible(caller, id));
    }

    @PostMapping("/{id}/verify")
    @ApiOperation(
            action = "verify",
            access = Access.WRITER,
            status = 202,
            summary = "Starts the ownership verification of a domain.",
            csv = true)
    Verification verify(Caller caller, @PathVariable long id) {
        Domain domain = writable(caller, id);
        monitors.forEach(monitor -> monitor.verify(caller.scope(), domain.id()));
        return new Verification(
                "Whether " + domain.name() + " belongs to the account is being checked.",
                accounts.verificationToken(caller.scope()));
    }

    /** What was done, in a sentence. */
    record Detail(@Field(description = "A sentence that describes what was done.") String detail) {}

    /**
     * A verification that was started.
     *
     * @param detail that in a sentence
     * @param verificationToken what the TXT record must hold
     */
    record Verification(
            @Field(description = "A sentence that describes what was started.") String detail,
            @Field(
                            description =
                                    "Required content of the TXT record: `mailvane-verification=<token>`.")
                    String verificationToken) {}

    private Domain visible(Caller caller, long id) {
        return domains.find(caller.scope(), new DomainId(id)).orElseThrow(ApiProblem::notFound);
    }

    private Domain writable(Caller caller, long id) {
        Domain domain = visible(caller, id);
        if (!domain.writable()) {
            throw ApiProblem.forbidden();
        }
        return domain;
    }

    private Body body(Caller caller, Domain domain) {
        return bodies(caller, List.of(domain)).getFirst();
    }

    private List<Body> bodies(Caller caller, List<Domain> page) {
        List<String> readOnly = catalogue.permissionsOfItem(PATH, caller, false);
        List<String> all = catalogue.permissionsOfItem(PATH, caller, true);
        Map<DomainId, DomainMail> mail =
                domains.mail(caller.scope(), page.stream().map(Domain::id).toList());
        return page.stream()
                .map(d ->
                        body(
                                d,
                                mail.getOrDefault(d.id(), DomainMail.NONE),
                                d.writable() ? all : readOnly))
                .toList();
    }

    private Body body(Domain domain, DomainMail mail, List<String> permissions) {
        DomainCounts counts = mail.counts();
        long id = domain.id().value();
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, id));
        itemLinks.put("refresh", links.to(PATH + "/" + id + "/refresh"));
        itemLinks.put("verify", links.to(PATH + "/" + id + "/verify"));
        itemLinks.put(
                "subdomains", links.to(PATH) + "?parent_id=" + id + "&treat_as_top_level=False");
        return new Body(
                itemLinks,
                permissions,
                id,
                domain.name().value(),
                domain.notes(),
                domain.verified(),
                counts.capable(),
                counts.nonCompliant(),
                counts.forwarded(),
                counts.threatOrUnknown(),
                domain.topLevel(),
                domain.parentId() != null,
                domain.subdomainCount(),
                domain.nxdomain(),
                domain.state().code(),
                domain.records().dmarcState(),
                domain.records().spfState(),
                domain.records().dkimState(),
                states(domain.records().states()),
                new CodeAndLabel(domain.origin().code(), domain.origin().label()),
                domain.addedDate(),
                domain.records().dmarc(),
                domain.records().spf(),
                domain.records().spfLookupCount(),
                domain.lastUploadTime(),
                domain.selectors().stream().map(Selector::value).toList(),
                mail.passed(),
                Percentage.of(mail.passed(), mail.total()));
    }

    /** What is known of each kind of record, also of those that were never looked up. */
    private static ObjectNode states(String known) {
        ObjectNode states = JSON.createObjectNode();
        for (String kind : RECORD_KINDS) {
            states.putObject(kind).put("state", "unknown").putNull("checked_at");
        }
        states.setAll((ObjectNode) JSON.readTree(known));
        return states;
    }

    /** A letter, and its meaning. */
    record CodeAndLabel(
            @Field(description = "`d`, `m` or `v`.") String code,
            @Field(description = "Name of the value.") String label) {}

    /** A domain as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Domain name, with A-labels.") String domain,
            @Field(description = "Free-form notes.") String notes,
            @Field(description = "Whether ownership is verified.") boolean isVerified,
            @Field(description = "Messages of the past 7 days from senders that can pass DMARC.")
                    long countDmarcCapable,
            @Field(description = "Messages of the past 7 days from senders that can't pass DMARC.")
                    long countNonDmarcCapable,
            @Field(description = "Messages of the past 7 days from forwarders.")
                    long countForwarded,
            @Field(description = "Messages of the past 7 days from threats and unknown senders.")
                    long countThreatOther,
            @Field(
                            description =
                                    "Whether it is top level: counted separately, not with its parent domain.")
                    boolean topLevel,
            @Field(description = "Whether it is a subdomain of another domain of the account.")
                    boolean isSubdomain,
            @Field(
                            description =
                                    "Number of its subdomains that the caller can see. The link `subdomains`"
                                            + " lists those that are not top level.")
                    long subdomainCount,
            @Field(description = "Whether DNS reports that the name does not exist.")
                    boolean nxdomain,
            @Field(description = "`active`, `inactive` or `unknown`, as set by users.")
                    String domainState,
            @Field(description = "`present`, `missing`, `inherited`, `error` or `unknown`.")
                    String stateDmarc,
            @Field(description = "`present`, `missing`, `error` or `unknown`.") String stateSpf,
            @Field(description = "`present`, `missing`, `error` or `unknown`.") String stateDkim,
            @Field(
                            description =
                                    "By record type: its `state`, the time of the last lookup as"
                                            + " `checked_at`, and the content; if lookups fail, the time of the first"
                                            + " failure as `failing_since`.")
                    ObjectNode states,
            @Field(description = "How the domain was added to the account.") CodeAndLabel origin,
            @Field(description = "When it came into the account.") Instant addedDate,
            @Field(description = "DMARC record last seen; empty if there is none.")
                    String recordsDmarc,
            @Field(description = "SPF record last seen; empty if there is none.") String recordsSpf,
            @Field(description = "DNS lookups that its SPF record needs.") int spfLookupCount,
            @Field(description = "When the newest report about it was taken in.")
                    @Nullable Instant lastUploadTime,
            @Field(description = "DKIM selectors set by users.") List<String> selectors,
            @Field(
                            description =
                                    "Messages of the past 7 days that passed DMARC, in all categories.")
                    long dmarcCount,
            @Field(
                            description =
                                    "Share of all messages of the past 7 days; -999 if there are none.")
                    BigDecimal dmarcPercentage) {}
}
