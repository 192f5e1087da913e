package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.api.binding.Given;
import org.mailvane.domains.GroupAccess.Level;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** Makes groups whole, with what they hold and who may see it: for what sets an account up. */
@Service
public class GroupSetup {

    private final DomainGroups groups;
    private final GroupMembers members;
    private final GroupAccess access;

    GroupSetup(DomainGroups groups, GroupMembers members, GroupAccess access) {
        this.groups = groups;
        this.members = members;
        this.access = access;
    }

    /**
     * A group that is to be made.
     *
     * @param label its name
     * @param parked whether its domains are not expected to send mail
     * @param domains what it holds; those that the account does not have are added to it
     * @param readers numbers of the users who may read these
     * @param writers numbers of the users who may change them too
     */
    public record NewGroup(
            String label,
            boolean parked,
            Collection<DomainName> domains,
            Collection<Long> readers,
            Collection<Long> writers) {}

    /**
     * Makes a group.
     *
     * @param scope of somebody who may do everything in the account
     */
    public void make(Scope scope, NewGroup group) {
        long id =
                groups.create(
                                scope,
                                new DomainGroupChange(
                                        Given.of(group.label()),
                                        Given.absent(),
                                        Given.of(group.parked()),
                                        Given.absent()),
                                false)
                        .id();
        members.add(scope, id, group.domains(), null);
        access.set(scope, id, group.readers(), Level.READ);
        access.set(scope, id, group.writers(), Level.WRITE);
    }
}
