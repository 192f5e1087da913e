package org.mailvane.domains;

/**
 * A group of domains. Every account has the DEFAULT group, which holds all its domains.
 *
 * <p>Only its top-level domains are counted: the figures of the others are included in those of
 * their parents.
 *
 * @param id its number
 * @param uid its identity outside the installation
 * @param label its name
 * @param notes what people wrote about it
 * @param isDefault whether it is the DEFAULT group
 * @param parkedDomains whether its domains are not expected to send mail
 * @param hideAssignedDomains whether DEFAULT leaves out domains that other groups hold
 * @param domainCount domains in it
 * @param state the state that all its domains share, else unknown
 * @param maxVolume messages on {@link CountedDays} of the domain that has most
 * @param writable whether the caller may change what it holds
 */
public record DomainGroup(
        long id,
        String uid,
        String label,
        String notes,
        boolean isDefault,
        boolean parkedDomains,
        boolean hideAssignedDomains,
        long domainCount,
        DomainState state,
        long maxVolume,
        boolean writable) {

    /** Label of the group that holds all domains. */
    public static final String DEFAULT_LABEL = "DEFAULT";

    /** Characters of a label at most. */
    public static final int MAX_LABEL = 128;

    /** Characters of notes at most. */
    public static final int MAX_NOTES = 10_000;

    /**
     * What a group is, without what it holds.
     *
     * @param id its number
     * @param label its name
     * @param isDefault whether it is the DEFAULT group
     * @param parkedDomains whether its domains are not expected to send mail
     * @param writable whether the caller may change what it holds
     */
    public record Head(
            long id, String label, boolean isDefault, boolean parkedDomains, boolean writable) {}
}
