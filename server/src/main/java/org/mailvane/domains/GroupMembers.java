package org.mailvane.domains;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.domains.DomainGroup.Head;
import org.mailvane.domains.DomainGroupTable.Membership;
import org.mailvane.domains.DomainGroupTable.Place;
import org.mailvane.domains.Domains.Added;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.springframework.stereotype.Service;

/**
 * Which domains the groups hold.
 *
 * <p>Whoever changes that takes {@link DomainLock} first, as whoever adds and deletes domains and
 * groups does: so none of them comes or goes meanwhile, and nobody's change is lost. A number of
 * statements that does not grow with the names.
 */
@Service
public class GroupMembers {

    private final DomainLock lock;
    private final Domains domains;
    private final DomainPlacement placement;
    private final DomainGroupTable groups;

    GroupMembers(
            DomainLock lock, Domains domains, DomainPlacement placement, DomainGroupTable groups) {
        this.lock = lock;
        this.domains = domains;
        this.placement = placement;
        this.groups = groups;
    }

    /**
     * The result of adding names to a group.
     *
     * @param created domains that the account did not have, in the order given
     * @param refused names of domains that it has and the caller may not write, or that would come
     *     to be above or below such a domain; nothing was added when there is any
     */
    public record Addition(List<DomainId> created, Set<DomainName> refused) {}

    /**
     * Adds domains to a group, and to the account those that it does not have. One that followed
     * its parent belongs to this group alone and counts for itself from then on. DEFAULT holds all
     * domains by itself.
     *
     * @param state set on all of them; null: those that come into a group of parked domains are
     *     inactive
     * @return empty if the group does not exist or the caller may not write to it
     */
    public Optional<Addition> add(
            Scope scope, long id, Collection<DomainName> names, @Nullable DomainState state) {
        Scope whole = scope.wholeAccount();
        return lock.holding(
                whole,
                () -> {
                    Head group = groups.head(scope, id).orElse(null);
                    if (group == null || !group.writable()) {
                        return Optional.empty();
                    }
                    Set<DomainName> refused = domains.notToBeAdded(scope, names);
                    if (!refused.isEmpty()) {
                        return Optional.of(new Addition(List.of(), refused));
                    }
                    Added added = domains.add(whole, names);
                    List<DomainId> all = new ArrayList<>(added.created().values());
                    all.addAll(added.existing().values());
                    List<DomainId> joined =
                            group.isDefault() ? List.of() : groups.addMembers(whole, id, all);
                    Collection<DomainId> own =
                            group.isDefault() ? List.of() : added.existing().values();
                    if (state != null) {
                        placement.assign(whole, own, true, all, state);
                    } else {
                        placement.assign(
                                whole,
                                own,
                                true,
                                group.parkedDomains() ? joined : List.of(),
                                DomainState.INACTIVE);
                    }
                    return Optional.of(
                            new Addition(List.copyOf(added.created().values()), Set.of()));
                });
    }

    /**
     * A domain to be moved.
     *
     * @param domain its name
     * @param groupId the group that holds it
     */
    public record Move(
            @Field(description = "Its name.") DomainName domain,
            @Field(description = "Group of the domain.") long groupId) {}

    /**
     * What became of domains that were to be moved.
     *
     * @param refused groups that they were to be moved from and the caller may not write, or that
     *     do not exist; nothing was moved when there is any
     * @param state what was set on those that were moved; null for nothing
     * @param notExisting names that were not in the group that they were to be moved from
     */
    public record Moved(
            Set<Long> refused, @Nullable DomainState state, Collection<DomainName> notExisting) {}

    /**
     * Moves domains from their groups into another. Domains moved from DEFAULT stay in it; those
     * moved to it leave their group. One that followed its parent keeps the other groups of that,
     * and counts for itself where it was moved into a group other than DEFAULT.
     *
     * @param target where they go
     * @param given set on those that are moved; null: in a group of parked domains they are
     *     inactive
     * @return empty if the group does not exist or the caller may not write to it
     */
    public Optional<Moved> move(
            Scope scope, long target, Collection<Move> moves, @Nullable DomainState given) {
        Scope whole = scope.wholeAccount();
        return lock.holding(
                whole,
                () -> {
                    Head group = groups.head(scope, target).orElse(null);
                    if (group == null || !group.writable()) {
                        return Optional.empty();
                    }
                    Set<Long> refused = new HashSet<>();
                    Set<Place> places = new LinkedHashSet<>();
                    for (Move move : moves) {
                        refused.add(move.groupId());
                        places.add(new Place(move.groupId(), move.domain()));
                    }
                    Set<Long> fromDefault = new HashSet<>();
                    for (Head source : groups.writable(scope, refused)) {
                        refused.remove(source.id());
                        if (source.isDefault()) {
                            fromDefault.add(source.id());
                        }
                    }
                    DomainState state =
                            given == null && group.parkedDomains() ? DomainState.INACTIVE : given;
                    if (!refused.isEmpty()) {
                        return Optional.of(new Moved(refused, state, List.of()));
                    }
                    Map<Place, DomainId> held = groups.held(whole, places);
                    Set<Membership> left = new HashSet<>();
                    Set<DomainId> placed = new HashSet<>();
                    held.forEach((place, domain) -> {
                        if (!fromDefault.contains(place.group())) {
                            left.add(new Membership(place.group(), domain));
                            placed.add(domain);
                        } else if (!group.isDefault()) {
                            placed.add(domain);
                        }
                    });
                    groups.inherit(whole, placed);
                    groups.removeMembers(whole, left);
                    groups.addMembers(whole, target, group.isDefault() ? List.of() : placed);
                    placement.assign(
                            whole,
                            placed,
                            !group.isDefault(),
                            state == null ? List.of() : held.values(),
                            state == null ? DomainState.UNKNOWN : state);
                    Set<DomainName> notExisting = new LinkedHashSet<>();
                    for (Place place : places) {
                        if (!held.containsKey(place)) {
                            notExisting.add(place.name());
                        }
                    }
                    return Optional.of(new Moved(Set.of(), state, notExisting));
                });
    }

    /**
     * Takes domains out of a group; names that it does not hold are passed over. One that followed
     * its parent keeps the other groups of that, and goes on counting with its parent.
     *
     * @return how many it held; empty if the group does not exist or the caller may not write to it
     * @throws GroupRuleException when it is DEFAULT
     */
    Optional<Integer> remove(Scope scope, long id, Collection<DomainName> names) {
        Scope whole = scope.wholeAccount();
        return lock.holding(
                whole,
                () -> {
                    Head group = groups.head(scope, id).orElse(null);
                    if (group == null || !group.writable()) {
                        return Optional.empty();
                    }
                    if (group.isDefault()) {
                        throw new GroupRuleException(
                                FieldErrors.WHOLE,
                                Message.of("errors.groups.default_keeps_domains"));
                    }
                    Collection<DomainId> held =
                            groups.held(
                                            whole,
                                            names.stream()
                                                    .map(name -> new Place(id, name))
                                                    .toList())
                                    .values();
                    groups.inherit(whole, held);
                    groups.removeMembers(
                            whole,
                            held.stream().map(domain -> new Membership(id, domain)).toList());
                    placement.assign(whole, held, false, List.of(), DomainState.UNKNOWN);
                    return Optional.of(held.size());
                });
    }
}
