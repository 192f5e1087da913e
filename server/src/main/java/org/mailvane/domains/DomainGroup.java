package org.mailvane.domains;

/**
 * A group of domains. Every account has the DEFAULT group, which holds all its domains.
 *
 * @param id its number
 * @param uid its identity outside the installation
 * @param label its name
 * @param notes what people wrote about it
 * @param isDefault whether it is the DEFAULT group
 * @param parkedDomains whether its domains are not expected to send mail
 * @param hideAssignedDomains whether DEFAULT leaves out domains that other groups hold
 * @param domainCount domains in it
 * @param state the state that all its domains share, else {@code unknown}
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
        String state) {

    /** Label of the group that holds all domains. */
    public static final String DEFAULT_LABEL = "DEFAULT";
}
