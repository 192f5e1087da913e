package org.mailvane.sourcedata;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the explanations. */
@RestController
@RequestMapping(ExplanationController.PATH)
class ExplanationController {

    static final String PATH = SourceListController.PATH + "/explain";

    private final Explanations explanations;
    private final Dns dns;

    ExplanationController(Explanations explanations, Dns dns) {
        this.explanations = explanations;
        this.dns = dns;
    }

    @GetMapping
    @ApiOperation(
            action = "explain",
            access = Access.SIGNED_IN,
            summary =
                    "Explains how an IP address is classified: source, category, rule and"
                            + " evidence.")
    ExplanationBody explain(Caller caller, @Filters Query query) {
        DomainName domain = query.domain();
        return explanations
                .of(caller.scope(), query.ip(), domain, dns)
                .map(ExplanationBody::of)
                .orElseThrow(() ->
                        ApiProblem.invalid(
                                "domain",
                                "\""
                                        + domain
                                        + "\" is not valid: it must be a domain of the account that you can see."));
    }

    /**
     * What is asked.
     *
     * @param ip the sending address
     * @param domain in whose name it sends
     */
    record Query(
            @Field(
                            description = "IP address of the sending host.",
                            required = true,
                            allowed = "an IPv4 or IPv6 address")
                    IpAddress ip,
            @Field(description = "From domain. If omitted, only the IP address is explained.")
                    @Nullable DomainName domain) {}
}
