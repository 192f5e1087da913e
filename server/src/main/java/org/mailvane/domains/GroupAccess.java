package org.mailvane.domains;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.GroupReach;
import org.mailvane.accounts.UserNames;
import org.mailvane.accounts.UserNames.UserName;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainGroup.Head;
import org.mailvane.domains.GroupAccessTable.Granted;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.springframework.stereotype.Service;

/**
 * Which users have access to which groups. Owner and admins have write access to all of them,
 * whatever was given to them.
 */
@Service
public class GroupAccess implements GroupReach {

    private final Db db;
    private final GroupAccessTable table;
    private final DomainGroupTable groups;
    private final UserNames users;

    GroupAccess(Db db, GroupAccessTable table, DomainGroupTable groups, UserNames users) {
        this.db = db;
        this.table = table;
        this.groups = groups;
        this.users = users;
    }

    /** How much access a user has; write access holds read access. */
    public enum Level {
        NONE,
        READ,
        WRITE
    }

    /**
     * A user's access to a group.
     *
     * @param user who
     * @param level how much
     */
    public record UserAccess(UserName user, Level level) {}

    /**
     * A group and who was given access to it.
     *
     * @param group the group
     * @param users the users, in the order of their numbers
     */
    public record Entry(Head group, List<UserAccess> users) {}

    /**
     * Access to DEFAULT means access to all domains; users without it see what their groups
     * contain.
     */
    @Override
    public Scope scopeOf(long accountId, long userId) {
        Scope groupsOnly = new Scope(accountId, userId, Reach.GROUPS, Reach.GROUPS);
        return table.writesDefault(groupsOnly)
                .map(writes ->
                        new Scope(
                                accountId,
                                userId,
                                Reach.DOMAINS,
                                writes ? Reach.DOMAINS : Reach.GROUPS))
                .orElse(groupsOnly);
    }

    /**
     * How many groups there are.
     *
     * @param label part of their labels; null for all
     */
    public long count(Scope scope, @Nullable String label) {
        return groups.count(scope, DomainGroupFilter.labelled(label));
    }

    /** A page of the groups with who was given access to each. */
    public List<Entry> list(Scope scope, @Nullable String label, Window window) {
        List<Head> page = groups.heads(scope, label, window);
        List<Granted> granted = table.granted(scope, page.stream().map(Head::id).toList());
        Map<Long, UserName> names =
                users.of(scope, granted.stream().map(Granted::user).distinct().toList());
        Map<Long, List<UserAccess>> byGroup = new LinkedHashMap<>();
        page.forEach(group -> byGroup.put(group.id(), new ArrayList<>()));
        for (Granted one : granted) {
            List<UserAccess> access = byGroup.get(one.group());
            if (access != null) {
                access(one, names).ifPresent(access::add);
            }
        }
        return page.stream()
                .map(group -> new Entry(group, byGroup.getOrDefault(group.id(), List.of())))
                .toList();
    }

    /** To how many users access to each of these groups was given, where it was to any. */
    public Map<Long, Long> numbers(Scope scope, Collection<Long> ids) {
        return table.numbers(scope, ids);
    }

    /** The first users to whom access to a group was given, in the order of their numbers. */
    public List<UserAccess> of(Scope scope, long group, int limit) {
        List<Granted> granted = table.granted(scope, group, limit);
        Map<Long, UserName> names = users.of(scope, granted.stream().map(Granted::user).toList());
        return granted.stream().flatMap(one -> access(one, names).stream()).toList();
    }

    /** Empty for who was deleted between the statements. */
    private static Optional<UserAccess> access(Granted one, Map<Long, UserName> names) {
        return Optional.ofNullable(names.get(one.user()))
                .map(user -> access(user, one.writes() ? Level.WRITE : Level.READ));
    }

    /** Whether there is such a group. */
    boolean hasGroup(Scope scope, long group) {
        return groups.head(scope, group).isPresent();
    }

    /**
     * What became of users who were to be given another access.
     *
     * @param users their access, in the order given
     * @param unknown numbers of users whom the account does not have; nothing was changed when
     *     there is any
     */
    public record Change(List<UserAccess> users, Set<Long> unknown) {}

    /**
     * Gives users this access to a group in place of what they had.
     *
     * @return empty if the group does not exist
     */
    public Optional<Change> set(Scope scope, long group, Collection<Long> userIds, Level level) {
        Set<Long> wanted = new LinkedHashSet<>(userIds);
        return db.inTransaction(() -> {
            if (groups.lock(scope, group).isEmpty()) {
                return Optional.empty();
            }
            Map<Long, UserName> names = users.lock(scope, wanted);
            Set<Long> unknown = new HashSet<>(wanted);
            unknown.removeAll(names.keySet());
            if (!unknown.isEmpty()) {
                return Optional.of(new Change(List.of(), unknown));
            }
            if (level == Level.NONE) {
                table.remove(scope, group, wanted);
            } else {
                table.set(scope, group, wanted, level == Level.WRITE);
            }
            List<UserAccess> result = new ArrayList<>();
            for (Long id : wanted) {
                UserName user = names.get(id);
                if (user != null) {
                    result.add(access(user, level));
                }
            }
            return Optional.of(new Change(result, Set.of()));
        });
    }

    /** Lets users read all domains of the account, by access to DEFAULT. */
    public void letReadAll(Scope scope, Collection<Long> userIds) {
        set(scope, groups.defaultGroup(scope), userIds, Level.READ);
    }

    private static UserAccess access(UserName user, Level given) {
        return new UserAccess(user, user.admin() ? Level.WRITE : given);
    }
}
