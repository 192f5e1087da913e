package org.mailvane.sourcedata;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.sourcedata.Explanation.Answer;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.sources.classify.Classification;
import org.mailvane.sources.classify.Judgement;
import org.mailvane.sources.classify.Row;
import org.mailvane.sources.classify.Rule;
import org.mailvane.sources.classify.SourceReasons;
import org.mailvane.traffic.sums.SenderRows;
import org.mailvane.traffic.sums.SenderRows.Classified;
import org.mailvane.traffic.sums.SenderRows.Usual;
import org.springframework.stereotype.Service;

/** Says why an address is who it is: by its rows, or by what it shows where there are none. */
@Service
public class Explanations {

    /** Days whose rows are looked at, today included. */
    static final int DAYS = 30;

    /** Days whose rows are looked at where these have none. */
    static final int MORE_DAYS = 400;

    private final Domains domains;
    private final SenderRows rows;
    private final SourceReasons reasons;
    private final SourceNames names;
    private final Clock clock;

    Explanations(
            Domains domains,
            SenderRows rows,
            SourceReasons reasons,
            SourceNames names,
            Clock clock) {
        this.domains = domains;
        this.rows = rows;
        this.reasons = reasons;
        this.names = names;
        this.clock = clock;
    }

    /**
     * Explains how an address was classified.
     *
     * @param domain in whose name it sends; null: only by what the address shows
     * @param dns is asked where nobody has looked the address up yet; it takes some seconds at most
     * @return empty when the caller can see no domain of this name
     */
    public Optional<Explanation> of(
            Scope scope, IpAddress asked, @Nullable DomainName domain, Dns dns) {
        IpAddress address = asked.unmapped();
        if (domain == null) {
            return Optional.of(silent(scope, address, null, null, dns));
        }
        DomainId id = domains.readable(scope, List.of(domain)).get(domain);
        if (id == null) {
            return Optional.empty();
        }
        LocalDate today = today();
        for (int days : new int[] {DAYS, MORE_DAYS}) {
            LocalDate from = today.minusDays(days - 1);
            List<Classified> classified = rows.classified(scope, id, address, from);
            if (!classified.isEmpty()) {
                return Optional.of(stored(scope, address, domain, id, from, classified, dns));
            }
        }
        return Optional.of(silent(scope, address, domain, id, dns));
    }

    private Explanation stored(
            Scope scope,
            IpAddress address,
            DomainName domain,
            DomainId id,
            LocalDate from,
            List<Classified> classified,
            Dns dns) {
        Map<Integer, SourceName> called =
                names.of(scope, classified.stream().map(Classified::source).toList());
        List<Answer> answers =
                classified.stream()
                        .map(c ->
                                new Answer(
                                        Objects.requireNonNull(called.get(c.source())),
                                        c.category(),
                                        Rule.of(c.rule()),
                                        c.messages()))
                        .toList();
        Optional<Usual> usual = rows.usual(scope, id, address, from, classified.getFirst());
        Judgement judgement =
                usual.map(u -> reasons.judge(scope, u.row(), u.domain(), u.day(), dns))
                        .orElseGet(() -> passingNothing(scope, address, domain, id, dns));
        return new Explanation(
                address,
                domain,
                answers.getFirst(),
                judgement.evidence(),
                answers.subList(1, answers.size()));
    }

    private Explanation silent(
            Scope scope,
            IpAddress address,
            @Nullable DomainName domain,
            @Nullable DomainId id,
            Dns dns) {
        Judgement judgement = passingNothing(scope, address, domain, id, dns);
        Classification said = judgement.classification();
        Answer answer =
                new Answer(
                        names.of(scope, said.source()), said.category().number(), said.rule(), 0);
        return new Explanation(address, domain, answer, judgement.evidence(), List.of());
    }

    private Judgement passingNothing(
            Scope scope,
            IpAddress address,
            @Nullable DomainName domain,
            @Nullable DomainId id,
            Dns dns) {
        Row row =
                new Row(
                        address,
                        domain == null ? "" : domain.value(),
                        false,
                        false,
                        List.of(),
                        List.of(),
                        List.of());
        return reasons.judge(scope, row, id, today(), dns);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
