package org.mailvane.domains;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Coded;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;

/**
 * A domain of an account.
 *
 * @param id its number
 * @param name its name
 * @param parentId the highest row of its organisation, for a name below that
 * @param topLevel whether it counts for itself rather than with its parent
 * @param origin how it came into the account
 * @param notes what people wrote about it
 * @param verified whether it has been shown to be the account's
 * @param nxdomain whether DNS says that the name does not exist
 * @param state what people say of its use
 * @param addedDate when it came into the account
 * @param lastUploadTime when the newest report about it was taken in
 * @param policy its DMARC policy, as the filter {@code last_seen_dmarc_policy} has it
 * @param records what DNS said of it
 * @param selectors DKIM selectors that people have given
 * @param subdomainCount rows below it that the caller may see
 * @param writable whether the caller may change it
 */
public record Domain(
        DomainId id,
        DomainName name,
        @Nullable DomainId parentId,
        boolean topLevel,
        Origin origin,
        String notes,
        boolean verified,
        boolean nxdomain,
        DomainState state,
        Instant addedDate,
        @Nullable Instant lastUploadTime,
        String policy,
        Records records,
        List<Selector> selectors,
        long subdomainCount,
        boolean writable) {

    /** Characters of notes at most. */
    public static final int MAX_NOTES = 10_000;

    /** DKIM selectors that people may give. */
    public static final int MAX_SELECTORS = 50;

    /**
     * What DNS said of a domain when it was last asked.
     *
     * @param dmarcState how its DMARC record is: {@code present}, {@code missing}, {@code
     *     inherited}, {@code error}, {@code unknown}
     * @param spfState the same of SPF, which is never inherited
     * @param dkimState the same of DKIM, which is never inherited
     * @param states more about each kind of record, as JSON
     * @param dmarc the DMARC record; empty where there is none
     * @param spf the SPF record; empty where there is none
     * @param spfLookupCount lookups that the SPF record needs
     */
    public record Records(
            String dmarcState,
            String spfState,
            String dkimState,
            String states,
            String dmarc,
            String spf,
            int spfLookupCount) {

        /** The states before the first lookup. */
        private static final String NOTHING = "{}";

        /** Whether DNS was not asked about the domain yet. */
        public boolean isNeverAsked() {
            return states.equals(NOTHING);
        }
    }

    /** How a domain came into an account. */
    public enum Origin implements Coded {
        REPORT("d", "DMARC report"),
        PERSON("m", "Manual add"),
        DISCOVERY("v", "Domain discovery");

        private final String code;
        private final String label;

        Origin(String code, String label) {
            this.code = code;
            this.label = label;
        }

        /** The letter that is stored and answered. */
        @Override
        public String code() {
            return code;
        }

        /** The same for a person. */
        public String label() {
            return label;
        }

        static Origin ofCode(String code) {
            for (Origin origin : values()) {
                if (origin.code.equals(code)) {
                    return origin;
                }
            }
            throw new IllegalArgumentException("unknown origin " + code);
        }
    }
}
