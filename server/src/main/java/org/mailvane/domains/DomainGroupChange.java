package org.mailvane.domains;

import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;

/**
 * What people say of a group when they make or change it; what they leave out stays.
 *
 * @param label its name
 * @param notes what they write about it
 * @param parkedDomains whether its domains are not expected to send mail; never of DEFAULT
 * @param hideAssignedDomains whether it leaves out domains that other groups hold; of DEFAULT alone
 */
public record DomainGroupChange(
        @Field(description = "Its name.", required = true, maxLength = DomainGroup.MAX_LABEL)
                Given<String> label,
        @Field(description = "Free-form notes.", blank = true, maxLength = DomainGroup.MAX_NOTES)
                Given<String> notes,
        @Field(
                        description =
                                "Whether its domains are not expected to send mail. Always false for"
                                        + " DEFAULT.")
                Given<Boolean> parkedDomains,
        @Field(description = "Whether DEFAULT hides domains that are in other groups.")
                Given<Boolean> hideAssignedDomains) {

    /** Whether it changes anything but the notes. */
    boolean isMoreThanNotes(DomainGroup group) {
        return !label.or(group.label()).equals(group.label())
                || parkedDomains.or(group.parkedDomains()) != group.parkedDomains()
                || hideAssignedDomains.or(group.hideAssignedDomains())
                        != group.hideAssignedDomains();
    }

    /** The same without anything but the notes. */
    DomainGroupChange notesOnly() {
        return new DomainGroupChange(Given.absent(), notes, Given.absent(), Given.absent());
    }
}
