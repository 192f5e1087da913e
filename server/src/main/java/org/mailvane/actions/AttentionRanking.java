package org.mailvane.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mailvane.actions.DomainHealthService.Overall;
import org.mailvane.actions.DomainHealthService.Urgent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** Ranks the domains that need attention by {@link AttentionScore}. */
@Service
public class AttentionRanking {

    private final Domains domains;

    AttentionRanking(Domains domains) {
        this.domains = domains;
    }

    /**
     * The domains that need attention most.
     *
     * @param domains the first of them, in order
     * @param isPartial whether domains that were not compared may belong to them
     */
    public record Ranking(List<DomainId> domains, boolean isPartial) {}

    /**
     * Returns the domains that need attention most.
     *
     * @param overall all domains that the caller can see
     * @param number the maximum number of domains
     */
    public Ranking first(Scope scope, Overall overall, int number) {
        List<Urgent> candidates = candidates(overall, number);
        Map<DomainId, DomainMail> mail =
                domains.mail(
                        scope,
                        candidates.stream().flatMap(rank -> rank.domains().stream()).toList());
        List<AttentionScore> scores = new ArrayList<>();
        for (int place = 0; place < candidates.size(); place++) {
            Urgent rank = candidates.get(place);
            for (DomainId id : rank.domains()) {
                scores.add(
                        AttentionScore.of(id, rank, place, mail.getOrDefault(id, DomainMail.NONE)));
            }
        }
        List<AttentionScore> first = scores.stream().sorted().limit(number).toList();
        boolean isPartial = false;
        for (int place = 0; place < candidates.size() && !first.isEmpty(); place++) {
            Urgent rank = candidates.get(place);
            isPartial |=
                    rank.isCut() && AttentionScore.best(rank, place).compareTo(first.getLast()) < 0;
        }
        return new Ranking(first.stream().map(AttentionScore::id).toList(), isPartial);
    }

    /**
     * Returns the domains that mail can make the first: all with the same degree as others, until
     * there are enough. Names that do not exist are not counted, since they may come after all
     * others.
     */
    private static List<Urgent> candidates(Overall overall, int number) {
        List<Urgent> candidates = new ArrayList<>();
        long counted = 0;
        int degree = -1;
        for (Urgent rank : overall.urgent()) {
            int next = AttentionScore.degreeOf(rank.health());
            if (next != degree && counted >= number) {
                break;
            }
            degree = next;
            candidates.add(rank);
            counted += rank.missing() ? 0 : rank.domains().size();
        }
        return candidates;
    }
}
