package org.mailvane.domains;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Coded;
import org.mailvane.api.binding.Field;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.mailauth.dns.DomainName;

/**
 * Which domains a list shows; null for what is not asked.
 *
 * @param assigned whether they are in a group other than DEFAULT
 * @param domain part of their names
 * @param domainExact their name
 * @param domainState what people say of their use
 * @param groupId the group that holds them
 * @param hasErrors whether anything is wrong with their records
 * @param isVerified whether they have been shown to be the account's
 * @param lastSeenDmarcPolicy the policy that DNS had for them
 * @param origin how they came into the account
 * @param parentId the row above them
 * @param spfLookupCountMin the fewest lookups that their SPF record needs
 * @param spfLookupCountMax the most
 * @param treatAsTopLevel whether they count for themselves
 * @param standing their health
 */
public record DomainFilter(
        @Field(description = "Whether it is in a group other than DEFAULT.")
                @Nullable Boolean assigned,
        @Field(description = "Part of the name. Internationalised labels must be complete.")
                @Nullable String domain,
        @Field(description = "Complete name.") @Nullable String domainExact,
        @Field(description = "Use of the domain, as set by users.")
                @Nullable DomainState domainState,
        @Field(description = "Only this group.") @Nullable Long groupId,
        @Field(description = "Whether its records have problems.") @Nullable Boolean hasErrors,
        @Field(description = "Whether ownership is verified.") @Nullable Boolean isVerified,
        @Field(description = "Empty: none seen yet.") @Nullable SeenPolicy lastSeenDmarcPolicy,
        @Field(description = "`d` found in reports, `m` added manually, `v` found otherwise.")
                @Nullable Origin origin,
        @Field(description = "Subdomains of this domain.") @Nullable Long parentId,
        @Field(description = "Minimum number of DNS lookups for SPF.")
                @Nullable Integer spfLookupCountMin,
        @Field(description = "Maximum number of DNS lookups for SPF.")
                @Nullable Integer spfLookupCountMax,
        @Field(description = "Whether it is top level.") @Nullable Boolean treatAsTopLevel,
        @Field(description = "Health of the domain, by its open issues and tasks.")
                @Nullable DomainHealth standing) {

    /** Every domain. */
    public static final DomainFilter ALL =
            new DomainFilter(
                    null, null, null, null, null, null, null, null, null, null, null, null, null,
                    null);

    /** Those that reports have shown. */
    public static final DomainFilter REPORTED =
            new DomainFilter(
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    Origin.REPORT,
                    null,
                    null,
                    null,
                    null,
                    null);

    /** Those whose names hold this. */
    static DomainFilter named(String part) {
        return new DomainFilter(
                null, part, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /**
     * Those of a group whose names hold something.
     *
     * @param groupId the group; null for any
     * @param part the part; null for any
     */
    public static DomainFilter of(@Nullable Long groupId, @Nullable String part) {
        return new DomainFilter(
                null, part, null, null, groupId, null, null, null, null, null, null, null, null,
                null);
    }

    /** What other lists of domains' things are asked for too. */
    DomainChoice choice() {
        return new DomainChoice(assigned, domain, domainState, groupId, treatAsTopLevel);
    }

    /** The DMARC policy that DNS had when it was last asked. */
    public enum SeenPolicy implements Coded {
        UNSET(""),
        NO_RECORD("x"),
        ERROR("e"),
        NONE("n"),
        QUARANTINE("q"),
        REJECT("r"),
        NONE_VIA_ORGANIZATION("on"),
        QUARANTINE_VIA_ORGANIZATION("oq"),
        REJECT_VIA_ORGANIZATION("or");

        private final String code;

        SeenPolicy(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }
    }

    /**
     * Returns a name, or part of one, as names are stored; text that can't be one matches no stored
     * name. For a part this works with whole labels only: a part of an international label does not
     * appear in its A-label.
     */
    public static String stored(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        boolean international = text.chars().anyMatch(c -> c >= 0x80);
        return international ? DomainName.parse(text).map(DomainName::value).orElse(lower) : lower;
    }
}
