package org.mailvane.reporters;

import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.springframework.stereotype.Component;

/**
 * Organizational domains that vouch for reports. The owner of a domain can sign as any domain below
 * it.
 */
@Component
public class VouchingDomains {

    /** The value for a mail without a From domain. It is not a domain name. */
    static final String NONE = "-";

    private final PublicSuffixes suffixes;

    VouchingDomains(PublicSuffixes suffixes) {
        this.suffixes = suffixes;
    }

    /**
     * Returns the organizational domain that vouches for a mail, or, where none does, that of its
     * From address; empty where a person handed the report over.
     */
    public String of(ReportAuthentication authentication) {
        if (authentication.isByPerson()) {
            return "";
        }
        String vouching = authentication.domain();
        String organization =
                organizationOf(vouching == null ? authentication.fromDomain() : vouching);
        return organization.isEmpty() ? NONE : organization;
    }

    /** Returns the organizational domain of a domain; itself where it is not a domain name. */
    public String organizationOf(String domain) {
        return DomainName.parse(domain)
                .map(name -> suffixes.organizationalDomain(name).value())
                .orElse(domain);
    }
}
