package org.mailvane.domains;

import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** The domains that a list is of, as conditions of its statements. */
@Component
public class ChosenDomains {

    /** Members of groups, asked once for the whole list. */
    private static final String ASSIGNED =
            "in (select m.domain_id from domain_group_member m where m.account_id = :account)";

    private final DomainGroupTable groups;

    ChosenDomains(DomainGroupTable groups) {
        this.groups = groups;
    }

    /** Which group a list is of. */
    sealed interface GroupFilter {

        /** Any, or none. */
        record Any() implements GroupFilter {}

        /** One that the caller can't see, if it exists at all. */
        record Unknown() implements GroupFilter {}

        /** DEFAULT, which may leave out what other groups hold. */
        record Default(boolean hidesAssigned) implements GroupFilter {}

        /** Another. */
        record Other() implements GroupFilter {}
    }

    /**
     * Conditions of a statement that has {@code domain} as {@code d}: which of the domains that the
     * caller may read are chosen. Further conditions may be added.
     */
    public Conditions of(Scope scope, DomainChoice choice) {
        return conditions(scope, choice, group(scope, choice));
    }

    /**
     * Whether {@link #of} leaves no domain of the account out: then it says nothing of {@code d},
     * and a statement that only counts can do without the domains.
     */
    public boolean areAll(Scope scope, DomainChoice choice) {
        return scope.reads().allDomains() && choice.isAll();
    }

    /** The group that is asked for. */
    GroupFilter group(Scope scope, DomainChoice choice) {
        return choice.groupId() == null
                ? new GroupFilter.Any()
                : groups.filter(scope, choice.groupId());
    }

    static Conditions conditions(Scope scope, DomainChoice choice, GroupFilter group) {
        Conditions where = new Conditions();
        where.add(DomainAccess.readable(scope, "d"));
        if (choice.assigned() != null) {
            where.add("d.groups_of " + (choice.assigned() ? "" : "not ") + ASSIGNED);
        }
        String part = choice.domain();
        where.add(
                "strpos(d.name, :part) > 0",
                "part",
                part == null ? null : DomainFilter.stored(part));
        DomainState state = choice.state();
        where.add("d.domain_state = :state", "state", state == null ? null : state.code());
        where.add("d.top_level = :topLevel", "topLevel", choice.topLevel());
        switch (group) {
            case GroupFilter.Any any -> {}
            case GroupFilter.Unknown unknown -> where.add("false");
            case GroupFilter.Default all -> {
                if (all.hidesAssigned()) {
                    where.add("d.groups_of not " + ASSIGNED);
                }
            }
            case GroupFilter.Other other ->
                    where.add(
                            """
                            d.groups_of in (select m.domain_id from domain_group_member m
                                where m.account_id = :account and m.group_id = :group)\
                            """,
                            "group",
                            choice.groupId());
        }
        return where;
    }
}
