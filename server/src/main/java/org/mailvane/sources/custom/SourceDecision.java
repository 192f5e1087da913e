package org.mailvane.sources.custom;

import java.time.Instant;
import org.mailvane.api.binding.Coded;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;

/**
 * What people have said of a shared sender: whether what it sends in a domain's name is theirs. It
 * counts for the subdomains too that follow the domain, unless something else was said of them.
 *
 * @param id its row
 * @param domainId the domain
 * @param domain the domain's name
 * @param source the sender's number
 * @param decision what was said
 * @param created when
 * @param writable whether the caller may take it back
 */
public record SourceDecision(
        long id,
        DomainId domainId,
        DomainName domain,
        int source,
        Decision decision,
        Instant created,
        boolean writable) {

    /** Whether the mail is the domain owner's. */
    public enum Decision implements Coded {
        OURS("ours"),
        NOT_OURS("not_ours");

        private final String code;

        Decision(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }

        static Decision ofCode(String code) {
            for (Decision decision : values()) {
                if (decision.code.equals(code)) {
                    return decision;
                }
            }
            throw new IllegalArgumentException("unknown decision " + code);
        }
    }
}
