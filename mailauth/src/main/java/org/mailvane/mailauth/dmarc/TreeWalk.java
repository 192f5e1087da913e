package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dmarc.DmarcRecord.Psd;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;

/**
 * The walk from a domain up to the top of the tree, which finds the policy and the organisational
 * domain (RFC 9989, section 4.10).
 *
 * @param steps from the domain upwards, never empty; where the domain's own answer failed, that is
 *     the only one
 */
record TreeWalk(List<Step> steps) {

    /** Maximum number of names to query for one domain, including its own. */
    static final int MAX_STEPS = 8;

    /** The label of the names where DMARC records are published. */
    static final String LABEL = "_dmarc";

    /** A name of more labels is cut to so many, without stops between. */
    private static final int LABELS_AFTER_CUT = MAX_STEPS - 1;

    /**
     * The answer for one name.
     *
     * @param domain the domain
     * @param name the name that was queried; empty if it would be longer than DNS allows
     * @param answer the answer of DNS
     * @param texts the texts, in the order of the answer
     */
    record Step(
            DomainName domain, Optional<DnsName> name, DnsAnswer answer, List<DmarcRecord> texts) {

        /** The texts that receivers take for DMARC records. */
        List<DmarcRecord> records() {
            return texts.stream().filter(DmarcRecord::isDmarc).toList();
        }

        /** Returns the record that applies; several do not count (section 4.10, step 2). */
        Optional<DmarcRecord> record() {
            List<DmarcRecord> records = records();
            return records.size() == 1 ? Optional.of(records.getFirst()) : Optional.empty();
        }

        boolean isFailure() {
            return answer.status().isFailure();
        }

        /** The name for people. */
        String query() {
            return LABEL + "." + domain;
        }

        private boolean says(Psd psd) {
            return record().filter(record -> record.psd() == psd).isPresent();
        }

        private boolean isEnd() {
            return says(Psd.YES) || says(Psd.NO);
        }
    }

    /** Walks. */
    static TreeWalk of(DomainName domain, Dns dns) {
        List<Step> steps = new ArrayList<>();
        Optional<DomainName> next = Optional.of(domain);
        while (next.isPresent()) {
            Step step = ask(next.get(), dns);
            steps.add(step);
            boolean isFirst = steps.size() == 1;
            // Without an answer for the domain itself, answers further up do not show which record
            // applies.
            if (step.isEnd() || (isFirst && step.isFailure())) {
                break;
            }
            next = isFirst ? cut(domain) : step.domain().parent();
        }
        return new TreeWalk(List.copyOf(steps));
    }

    /** Asks at one name. */
    static Step ask(DomainName domain, Dns dns) {
        Optional<DnsName> name = DnsName.of(domain).below(LABEL);
        DnsAnswer answer =
                name.map(asked -> dns.ask(asked, RecordType.TXT))
                        .orElseGet(() -> DnsAnswer.without(DnsAnswer.Status.NO_SUCH_NAME));
        return new Step(
                domain,
                name,
                answer,
                answer.texts().stream()
                        .map(DnsRecord.Text::readable)
                        .map(DmarcParser::parse)
                        .toList());
    }

    /** The domain's own. */
    Step own() {
        return steps.getFirst();
    }

    /** The step at a domain, if the walk came by. */
    Optional<Step> at(DomainName domain) {
        return steps.stream().filter(step -> step.domain().equals(domain)).findFirst();
    }

    /** Returns the steps that DNS did not answer. */
    List<Step> failures() {
        return steps.stream().filter(Step::isFailure).toList();
    }

    /** The organisational domain (section 4.10.2). */
    DomainName organizationalDomain() {
        DomainName highest = own().domain();
        for (Step step : steps) {
            if (step.says(Psd.NO)) {
                return step.domain();
            }
            if (step.says(Psd.YES) && !step.domain().equals(own().domain())) {
                return childOnTheWay(step.domain());
            }
            if (step.record().isPresent()) {
                highest = step.domain();
            }
        }
        return highest;
    }

    /** The step whose record counts for the domain (section 4.10.1). */
    Optional<Step> policy() {
        if (own().record().isPresent()) {
            return Optional.of(own());
        }
        return at(organizationalDomain())
                .filter(step -> step.record().isPresent())
                .or(() -> steps.stream().filter(step -> step.says(Psd.YES)).findFirst());
    }

    private DomainName childOnTheWay(DomainName ancestor) {
        DomainName child = own().domain();
        for (Optional<DomainName> parent = child.parent();
                parent.isPresent() && !parent.get().equals(ancestor);
                parent = child.parent()) {
            child = parent.get();
        }
        return child;
    }

    private static Optional<DomainName> cut(DomainName domain) {
        Optional<DomainName> next = domain.parent();
        while (next.isPresent() && DnsName.of(next.get()).labels() > LABELS_AFTER_CUT) {
            next = next.get().parent();
        }
        return next;
    }
}
