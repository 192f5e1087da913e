package org.mailvane.domains;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;

/**
 * A domain of an account.
 *
 * @param id its number
 * @param name its name
 * @param parentId the organisational domain's row, for a name below one
 * @param topLevel whether it counts for itself rather than with its parent
 * @param origin how it came into the account
 * @param notes what people wrote about it
 * @param verified whether it has been shown to be the account's
 * @param nxdomain whether DNS says that there is no such name
 * @param state what people say of its use: {@code active}, {@code inactive}, {@code unknown}
 * @param addedDate when it came into the account
 * @param lastUploadTime when the newest report about it was taken in
 * @param subdomainCount rows below it
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
        String state,
        Instant addedDate,
        @Nullable Instant lastUploadTime,
        long subdomainCount) {

    /** How a domain came into an account. */
    public enum Origin {
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
        String code() {
            return code;
        }

        /** The same for a person. */
        String label() {
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
