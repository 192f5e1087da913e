package org.mailvane.domains;

import java.util.List;
import java.util.function.Supplier;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dns.DomainName;
import org.springframework.stereotype.Service;

/** What people change of groups, and who may: for the API and for pages alike. */
@Service
public class GroupEditing {

    private final DomainGroups groups;
    private final GroupMembers members;

    GroupEditing(DomainGroups groups, GroupMembers members) {
        this.groups = groups;
        this.members = members;
    }

    /**
     * Whether other groups may have a group's name: to programs it is one name of many, and people
     * have to tell groups apart.
     */
    public enum Names {
        ANY,
        DISTINCT
    }

    /**
     * Creates a group.
     *
     * @throws ApiProblem 403 if the caller is not an admin, 400 if the group is not valid
     */
    public DomainGroup make(Caller caller, DomainGroupChange group, Names names) {
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        return ruled(() -> groups.create(caller.scope(), group, names == Names.DISTINCT));
    }

    /**
     * Changes what is given of a group.
     *
     * @param sent reads what is given, after it is known that the caller may change anything
     * @throws ApiProblem 404 or 403 where it is none that the caller may change so, 400 where it
     *     can't be
     */
    public DomainGroup change(
            Caller caller, long id, Supplier<DomainGroupChange> sent, Names names) {
        DomainGroup group = visible(caller, id);
        if (!group.writable()) {
            throw ApiProblem.forbidden();
        }
        DomainGroupChange change = sent.get();
        if (!caller.admin() && change.isMoreThanNotes(group)) {
            throw ApiProblem.forbidden();
        }
        return ruled(() -> groups.change(caller.scope(), id, change, names == Names.DISTINCT))
                .orElseThrow(ApiProblem::notFound);
    }

    /** Whether the caller may delete a group. */
    public static boolean mayDelete(Caller caller, DomainGroup group) {
        return caller.admin() && !group.isDefault();
    }

    /**
     * Deletes a group; its domains stay.
     *
     * @throws ApiProblem 404 or 403 where it is none that the caller may delete, 400 for DEFAULT
     */
    public void delete(Caller caller, long id) {
        visible(caller, id);
        if (!caller.admin()) {
            throw ApiProblem.forbidden();
        }
        if (!ruled(() -> groups.delete(caller.scope(), id))) {
            throw ApiProblem.notFound();
        }
    }

    /**
     * Takes domains out of a group; names that it does not hold are passed over.
     *
     * @param sent reads their names, after it is known that the caller may change what it holds
     * @return how many it held
     * @throws ApiProblem 404 or 403 where it is none that the caller may change, 400 for DEFAULT
     */
    public int remove(Caller caller, long id, Supplier<List<DomainName>> sent) {
        requireWritable(caller, id);
        List<DomainName> names = sent.get();
        return ruled(() -> members.remove(caller.scope(), id, names))
                .orElseThrow(ApiProblem::notFound);
    }

    /**
     * A group.
     *
     * @throws ApiProblem 404 where it is none that the caller may see
     */
    public DomainGroup visible(Caller caller, long id) {
        return groups.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    void requireWritable(Caller caller, long id) {
        if (!groups.head(caller.scope(), id).orElseThrow(ApiProblem::notFound).writable()) {
            throw ApiProblem.forbidden();
        }
    }

    private static <T> T ruled(Supplier<T> work) {
        try {
            return work.get();
        } catch (GroupRuleException rule) {
            throw ApiProblem.invalid(rule.field(), rule.text());
        }
    }
}
