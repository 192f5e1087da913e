package org.mailvane.web.parts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mailvane.api.binding.Characters;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.domains.Domains;
import org.mailvane.domains.GroupMembers;
import org.mailvane.domains.GroupMembers.Addition;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.Choice;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.Texts;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Adds the domains of a pasted list, all of them or none. */
@Component
@Profile("service")
public final class DomainAdding {

    /** Names that are shown again at most of those that can't be added. */
    static final int MAX_SHOWN = 50;

    /** Separators between pasted names. */
    private static final Pattern BETWEEN = Pattern.compile("[\\s,;\"'<>]+");

    private final DomainGroups groups;
    private final GroupMembers members;
    private final PublicSuffixes suffixes;

    DomainAdding(DomainGroups groups, GroupMembers members, PublicSuffixes suffixes) {
        this.groups = groups;
        this.members = members;
        this.suffixes = suffixes;
    }

    /**
     * The form for new domains.
     *
     * @param groups where they can be put
     * @param group which is chosen
     * @param names what was written into it
     * @param wrong names that can't be added; at most {@link #MAX_SHOWN}
     * @param problem what they have in common, as its text is named; empty where nothing is wrong
     */
    public record AddForm(
            List<DomainGroup.Head> groups,
            String group,
            String names,
            Collection<String> wrong,
            String problem) {

        Choice choice() {
            return new Choice(Choice.options(groups), group);
        }

        String problem(Texts texts) {
            return problem.isEmpty()
                    ? ""
                    : texts.of(problem, String.join(", ", wrong), Domains.MAX_NAMES);
        }
    }

    /** What became of a list. */
    public sealed interface Outcome {}

    /** So many domains are new; the others were there. */
    public record Added(int number) implements Outcome {}

    /** Nothing was added; the form says why. */
    public record Refused(AddForm form) implements Outcome {}

    /** The empty form. */
    public AddForm form(Scope scope) {
        return form(scope, "", "", List.of(), "");
    }

    private AddForm form(
            Scope scope, String group, String names, Collection<String> wrong, String problem) {
        return new AddForm(
                writable(scope),
                group,
                names,
                wrong.stream().limit(MAX_SHOWN).map(Characters::shortened).toList(),
                problem);
    }

    private List<DomainGroup.Head> writable(Scope scope) {
        return groups.heads(scope, Choice.MAX_GROUPS).stream()
                .filter(DomainGroup.Head::writable)
                .toList();
    }

    /**
     * Adds domains to a group.
     *
     * @param names as they were pasted
     * @param group its number
     * @throws ApiProblem 404 or 403 where it is none that may be changed
     */
    public Outcome add(Scope scope, String names, String group) {
        Set<DomainName> wanted = new LinkedHashSet<>();
        List<String> wrong = new ArrayList<>();
        for (String name : BETWEEN.split(names.strip(), -1)) {
            if (!name.isEmpty()) {
                DomainName.parse(name).ifPresentOrElse(wanted::add, () -> wrong.add(name));
            }
        }
        if (!wrong.isEmpty()) {
            return new Refused(form(scope, group, names, wrong, "domains.add.no-names"));
        }
        if (wanted.isEmpty() || wanted.size() > Domains.MAX_NAMES) {
            return new Refused(form(scope, group, names, List.of(), "domains.add.number"));
        }
        List<String> registries =
                wanted.stream().filter(suffixes::isRegistrys).map(DomainName::value).toList();
        if (!registries.isEmpty()) {
            return new Refused(form(scope, group, names, registries, "domains.add.registry"));
        }
        if (group(scope, group).isEmpty()) {
            return new Refused(form(scope, group, names, List.of(), "domains.add.group"));
        }
        long target = writableGroup(scope, group);
        Addition addition =
                members.add(scope, target, wanted, null).orElseThrow(ApiProblem::notFound);
        return addition.refused().isEmpty()
                ? new Added(addition.created().size())
                : new Refused(
                        form(
                                scope,
                                group,
                                names,
                                addition.refused().stream()
                                        .map(DomainName::value)
                                        .sorted()
                                        .toList(),
                                "domains.add.refused"));
    }

    /** The number of a group that may be changed. */
    public long writableGroup(Scope scope, String group) {
        DomainGroup.Head head = group(scope, group).orElseThrow(ApiProblem::notFound);
        if (!head.writable()) {
            throw ApiProblem.forbidden();
        }
        return head.id();
    }

    private Optional<DomainGroup.Head> group(Scope scope, String group) {
        Long id = ListQuery.numberOf(group);
        return id == null ? Optional.empty() : groups.head(scope, id);
    }
}
