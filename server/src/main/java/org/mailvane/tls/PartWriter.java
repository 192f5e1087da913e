package org.mailvane.tls;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.reports.tls.TlsReport.Policy;
import org.mailvane.tls.TlsFailureTable.NewFailure;
import org.mailvane.tls.TlsPolicyTable.NewResult;
import org.springframework.stereotype.Component;

/** Writes what parts of reports say: policies with their sums, results, failures. */
@Component
class PartWriter {

    private final TlsPolicyTable policies;
    private final TlsFailureTable failures;

    PartWriter(TlsPolicyTable policies, TlsFailureTable failures) {
        this.policies = policies;
        this.failures = failures;
    }

    /**
     * A part that was added.
     *
     * @param id its number
     * @param part the part
     */
    record Added(long id, NewPart part) {}

    /**
     * Writes in a number of statements that does not grow with the parts. The sessions of those
     * whose mail failed are in no sum.
     */
    void write(Scope scope, List<Added> parts, Instant now) {
        List<Added> kept = parts.stream().filter(added -> added.part().isKept()).toList();
        SortedMap<PolicyKey, PolicySum> sums = new TreeMap<>();
        List<Map<PolicyKey, PolicySum>> sumsOfParts = new ArrayList<>();
        for (Added added : kept) {
            Map<PolicyKey, PolicySum> own = sums(added.part(), now);
            sumsOfParts.add(own);
            boolean isCounted = !added.part().incoming().failed();
            own.forEach((key, sum) ->
                    sums.merge(key, isCounted ? sum : sum.uncounted(), PolicySum::plus));
        }
        if (sums.isEmpty()) {
            return;
        }
        Map<PolicyKey, Long> numbers = policies.add(scope, sums);
        List<NewResult> results = new ArrayList<>();
        List<NewFailure> details = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            NewPart part = kept.get(i).part();
            long id = kept.get(i).id();
            Instant begin = part.report().begin();
            sumsOfParts
                    .get(i)
                    .forEach((key, sum) ->
                            results.add(
                                    new NewResult(
                                            part.domain(), id, number(numbers, key), begin, sum)));
            for (Policy policy : part.policies()) {
                long number = number(numbers, key(part, policy));
                for (TlsReport.Failure failure : policy.failures()) {
                    details.add(new NewFailure(part.domain(), id, number, begin, failure));
                }
            }
        }
        policies.addResults(scope, results);
        if (!details.isEmpty()) {
            failures.add(scope, details);
        }
    }

    private static long number(Map<PolicyKey, Long> numbers, PolicyKey key) {
        return Objects.requireNonNull(numbers.get(key), "every policy was written");
    }

    private static PolicyKey key(NewPart part, Policy policy) {
        return PolicyKey.of(part.domain(), part.name(), policy);
    }

    /** Returns a part's sessions by policy: several of one kind and mode count as one. */
    private static Map<PolicyKey, PolicySum> sums(NewPart part, Instant now) {
        Map<PolicyKey, PolicySum> sums = new HashMap<>();
        for (Policy policy : part.policies()) {
            PolicySum sum =
                    new PolicySum(
                            policy.successfulSessions(),
                            policy.failedSessions(),
                            0,
                            0,
                            part.seen(now));
            sums.merge(key(part, policy), sum, PolicySum::plus);
        }
        sums.replaceAll(
                (key, sum) -> new PolicySum(sum.successful(), sum.failed(), 1, 1, sum.seen()));
        return sums;
    }
}
