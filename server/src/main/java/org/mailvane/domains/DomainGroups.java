package org.mailvane.domains;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountSetup;
import org.mailvane.api.binding.Characters;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.springframework.stereotype.Service;

/** An account's groups of domains: asked, made, changed and deleted. */
@Service
public class DomainGroups implements AccountSetup {

    private final Db db;
    private final DomainGroupTable table;
    private final DomainLock lock;
    private final GroupAccessTable access;
    private final Clock clock;

    DomainGroups(
            Db db, DomainGroupTable table, DomainLock lock, GroupAccessTable access, Clock clock) {
        this.db = db;
        this.table = table;
        this.lock = lock;
        this.access = access;
        this.clock = clock;
    }

    /** A new account begins with the DEFAULT group. */
    @Override
    public void setUp(Scope scope) {
        table.insertDefault(scope);
    }

    /** How many of these groups the caller may see. */
    public long count(Scope scope, DomainGroupFilter filter) {
        return table.count(scope, filter);
    }

    /** A page of the groups that the caller may see: DEFAULT, then the others by label. */
    public List<DomainGroup> list(Scope scope, DomainGroupFilter filter, Window window) {
        return table.list(scope, filter, window, CountedDays.now(clock));
    }

    /** The group of this number, if the caller may see it. */
    public Optional<DomainGroup> find(Scope scope, long id) {
        return table.find(scope, id, CountedDays.now(clock));
    }

    /** As {@link #find}, without its figures. */
    public Optional<DomainGroup.Head> head(Scope scope, long id) {
        return table.head(scope, id);
    }

    /** The groups that the caller may see, without their figures, in the order of lists. */
    public List<DomainGroup.Head> heads(Scope scope, int limit) {
        return table.seen(scope, limit);
    }

    /**
     * The first groups, by label, that there are to choose from: those that the caller may see,
     * without DEFAULT, which chooses nothing.
     */
    public List<DomainGroup.Head> toChoose(Scope scope, int limit) {
        return table.toChoose(scope, limit);
    }

    /**
     * The first groups, by label, that hold a domain and that the caller may see, without DEFAULT,
     * which holds all. Whoever asks has seen the domain.
     */
    public List<DomainGroup.Head> holding(Scope scope, DomainId domain, int limit) {
        return table.holding(scope, domain, limit);
    }

    /** Whether there is a group that the caller may change. */
    public boolean writesAny(Scope scope) {
        return table.writesAny(scope);
    }

    /**
     * Creates a group. Its creator has write access to it, even after they stop being an admin.
     *
     * @param distinct whether no other group may have the name, as people tell names apart
     * @throws GroupRuleException when it would hide domains, as DEFAULT alone can; or when another
     *     has the name
     */
    DomainGroup create(Scope scope, DomainGroupChange group, boolean distinct) {
        requireNoHiding(group);
        long id =
                distinct
                        ? lock.holding(
                                scope,
                                () -> {
                                    requireFree(scope, group.label().value(), null);
                                    return insert(scope, group);
                                })
                        : insert(scope, group);
        return find(scope, id).orElseThrow();
    }

    private long insert(Scope scope, DomainGroupChange group) {
        return db.inTransaction(() -> {
            long made = table.insert(scope, group);
            if (scope.userId() != Scope.NOBODY) {
                access.set(scope, made, Set.of(scope.userId()), true);
            }
            return made;
        });
    }

    /**
     * Refuses a name that another group has.
     *
     * @param but the group that may have it; null for none
     */
    private void requireFree(Scope scope, String label, @Nullable Long but) {
        String wanted = Characters.toldApart(label);
        table.labels(scope.wholeAccount())
                .forEach((id, taken) -> {
                    if (!id.equals(but) && Characters.toldApart(taken).equals(wanted)) {
                        throw new GroupRuleException(
                                "label",
                                Message.of("errors.groups.label_taken").with("label", taken));
                    }
                });
    }

    /**
     * Changes the given members of a group. If the caller may not do everything in the account,
     * only the notes are changed.
     *
     * @param distinct whether no other group may have a name that is another than it was
     * @return the group; empty if the group does not exist or the caller may not write to it
     * @throws GroupRuleException when DEFAULT would be parked, or another group hide domains; or
     *     when another has the name
     */
    Optional<DomainGroup> change(Scope scope, long id, DomainGroupChange change, boolean distinct) {
        Optional<DomainGroup.Head> group = table.head(scope, id).filter(DomainGroup.Head::writable);
        if (group.isEmpty()) {
            return Optional.empty();
        }
        if (!group.get().isDefault()) {
            requireNoHiding(change);
        } else if (change.parkedDomains().or(false)) {
            throw new GroupRuleException(
                    "parked_domains", Message.of("errors.groups.default_not_parked"));
        }
        boolean everything = scope.writes() == Scope.Reach.ACCOUNT;
        DomainGroupChange allowed = everything ? change : change.notesOnly();
        String label = allowed.label().or(group.get().label());
        Supplier<Boolean> update = () -> table.update(scope.wholeAccount(), id, allowed);
        boolean asks = distinct && !label.equals(group.get().label());
        boolean done =
                asks
                        ? lock.holding(
                                scope,
                                () -> {
                                    requireFree(scope, label, id);
                                    return update.get();
                                })
                        : update.get();
        return done ? find(scope, id) : Optional.empty();
    }

    private static void requireNoHiding(DomainGroupChange group) {
        if (group.hideAssignedDomains().or(false)) {
            throw new GroupRuleException(
                    "hide_assigned_domains", Message.of("errors.groups.default_hides"));
        }
    }

    /**
     * Deletes a group; its domains stay. Whoever may call this may do everything in the account.
     *
     * @return whether there was one
     * @throws GroupRuleException when it is DEFAULT
     */
    boolean delete(Scope scope, long id) {
        // So that nobody puts domains into it meanwhile.
        return lock.holding(
                scope,
                () -> {
                    if (table.head(scope, id).filter(DomainGroup.Head::isDefault).isPresent()) {
                        throw new GroupRuleException(
                                FieldErrors.WHOLE, Message.of("errors.groups.default_not_deleted"));
                    }
                    return table.delete(scope, id);
                });
    }
}
