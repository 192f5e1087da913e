package org.mailvane.domains;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.accounts.AccountSetup;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.DomainGroupTable.Member;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** An account's groups of domains. */
@Service
public class DomainGroups implements AccountSetup {

    private final DomainGroupTable table;

    DomainGroups(DomainGroupTable table) {
        this.table = table;
    }

    /** A new account begins with the DEFAULT group. */
    @Override
    public void setUp(Scope scope) {
        table.insertDefault(scope);
    }

    /** How many groups there are. */
    public long count(Scope scope) {
        return table.count(scope);
    }

    /** A page of the groups: DEFAULT, then the others by label. */
    public List<DomainGroup> list(Scope scope, Window window) {
        return table.list(scope, window);
    }

    /** The domains of each of these groups; a group without domains is left out. */
    Map<Long, List<DomainId>> members(Scope scope, Collection<Long> groupIds) {
        Map<Long, List<DomainId>> members = new HashMap<>();
        for (Member member : table.members(scope, groupIds)) {
            members.computeIfAbsent(member.groupId(), id -> new ArrayList<>())
                    .add(member.domainId());
        }
        return members;
    }

    /** The group of this number. */
    public Optional<DomainGroup> find(Scope scope, long id) {
        return table.find(scope, id);
    }
}
