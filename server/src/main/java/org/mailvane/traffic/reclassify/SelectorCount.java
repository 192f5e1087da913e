package org.mailvane.traffic.reclassify;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.sources.classify.ClassificationContext;
import org.mailvane.sources.classify.ClassificationContextLoader;
import org.mailvane.sources.evidence.SelectorUse;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.StoredRowTable.Sum;
import org.mailvane.traffic.sums.AdviceBases;
import org.mailvane.traffic.sums.AdviceBasis;
import org.mailvane.traffic.sums.DailyTable;
import org.springframework.stereotype.Component;

/** Counts, from the facts, whose hosts a domain's selectors are used by. */
@Component
class SelectorCount {

    /**
     * Selectors of a domain and month that are distinguished, each with the sources that use it:
     * anybody can write any selector into a report. Further ones do not count.
     */
    static final int MAX_USES = 10_000;

    /** Sums that are counted together. */
    private static final int CHUNK = 5_000;

    private final Db db;
    private final ClassificationContextLoader sources;
    private final StoredRowTable rows;
    private final DailyTable daily;
    private final AdviceBases bases;
    private final PublicSuffixes suffixes;

    SelectorCount(
            Db db,
            ClassificationContextLoader sources,
            StoredRowTable rows,
            DailyTable daily,
            AdviceBases bases,
            PublicSuffixes suffixes) {
        this.db = db;
        this.sources = sources;
        this.rows = rows;
        this.daily = daily;
        this.bases = bases;
        this.suffixes = suffixes;
    }

    /** Which sources use which selector. */
    record Use(String domain, String selector, int source, boolean authorized) {}

    /** Counts the uses of a month. Rows that come meanwhile are counted by the mark they make. */
    List<SelectorUse> of(Scope scope, DomainId domain, YearMonth month, DetailCache details) {
        Map<Use, Long> messages = new HashMap<>();
        db.inTransaction(() -> {
            ClassificationContext knowledge = sources.of(scope, List.of(domain));
            List<Sum> chunk = new ArrayList<>();
            rows.passing(
                    scope,
                    domain,
                    Days.of(month),
                    basis(scope, domain, month),
                    sum -> {
                        chunk.add(sum);
                        if (chunk.size() == CHUNK) {
                            count(chunk, domain, knowledge, details, messages);
                            chunk.clear();
                        }
                    });
            count(chunk, domain, knowledge, details, messages);
        });
        LocalDate first = month.atDay(1);
        return messages.entrySet().stream()
                .map(one ->
                        new SelectorUse(
                                first,
                                one.getKey().domain(),
                                one.getKey().selector(),
                                one.getKey().source(),
                                one.getKey().authorized(),
                                one.getValue()))
                .toList();
    }

    /**
     * Returns who is believed about a month. Rows are classified by its selectors and those of the
     * month before. One that an accepted reporter has shown in either is known well enough without
     * strangers.
     */
    private AdviceBasis basis(Scope scope, DomainId domain, YearMonth month) {
        Days days = Days.of(month).with(Days.of(month.minusMonths(1)));
        return daily.hasAcceptedSignature(scope, domain, days)
                ? AdviceBasis.ACCEPTED
                : bases.ofOrganization(scope, domain);
    }

    private void count(
            List<Sum> sums,
            DomainId domain,
            ClassificationContext knowledge,
            DetailCache details,
            Map<Use, Long> messages) {
        Set<IpAddress> addresses = new HashSet<>();
        sums.forEach(sum -> addresses.add(sum.key().address()));
        knowledge.learn(addresses);
        details.forEach(
                sums,
                sum -> sum.key().detail(),
                (sum, results) -> {
                    StoredRow.Key key = sum.key();
                    int source = knowledge.senderOf(key.address(), key.day());
                    boolean authorized =
                            key.spfAligned()
                                    || knowledge.authorizes(domain, key.address(), key.day());
                    for (DkimResult result : results.dkim()) {
                        if (result.result() == AuthResult.PASS
                                && isAligned(result.domain(), key.headerFrom())) {
                            add(
                                    messages,
                                    new Use(
                                            lower(result.domain()),
                                            lower(result.selector()),
                                            source,
                                            authorized),
                                    sum.messages());
                        }
                    }
                });
    }

    static void add(Map<Use, Long> messages, Use use, long count) {
        if (messages.size() < MAX_USES || messages.containsKey(use)) {
            messages.merge(use, count, Long::sum);
        }
    }

    /** Whether a signature is aligned in relaxed mode (RFC 9989, section 4.4.1). */
    private boolean isAligned(String signer, String headerFrom) {
        if (signer.equalsIgnoreCase(headerFrom)) {
            return true;
        }
        Optional<DomainName> one = DomainName.parse(signer);
        Optional<DomainName> other = DomainName.parse(headerFrom);
        return one.isPresent()
                && other.isPresent()
                && suffixes.organizationalDomain(one.get())
                        .equals(suffixes.organizationalDomain(other.get()));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
