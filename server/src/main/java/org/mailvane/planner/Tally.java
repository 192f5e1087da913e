package org.mailvane.planner;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.mailvane.domains.Messages;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.PolicyAdvice.Share;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.text.Message;
import org.mailvane.traffic.sums.MessageSums;

/** Adds up what was sent: by whose names they are, by category, and by source. */
final class Tally {

    private final Map<Target, Count> byTarget = new EnumMap<>(Target.class);
    private final Map<Category, Long> byCategory = new EnumMap<>(Category.class);
    private final Map<Integer, Sender> bySource = new TreeMap<>();
    private final Count all = new Count();
    private final JudgedDays days;
    private final boolean isLonger;
    private long forwardedFailed;
    private long lostMessages;

    private Tally(JudgedDays days, boolean isLonger) {
        this.days = days;
        this.isLonger = isLonger;
        for (Target target : Target.values()) {
            byTarget.put(target, new Count());
        }
    }

    /** Of the judged days. */
    static Tally of(List<SenderSum> sums, JudgedDays days) {
        return add(sums, new Tally(days, false));
    }

    /** Of the longer time over which senders are looked for that never pass. */
    static Tally ofLonger(List<SenderSum> sums, JudgedDays days) {
        return add(sums, new Tally(days.longer(), true));
    }

    private static Tally add(List<SenderSum> sums, Tally tally) {
        for (SenderSum sum : sums) {
            tally.all.add(sum);
            tally.of(sum.target()).add(sum);
            tally.byCategory.merge(sum.category(), sum.sums().messages(), Messages::sum);
            tally.forwardedFailed =
                    Messages.sum(
                            tally.forwardedFailed,
                            sum.category() == Category.FORWARDER ? sum.failed() : 0);
            tally.lostMessages = Messages.sum(tally.lostMessages, sum.isLost() ? sum.failed() : 0);
            tally.bySource
                    .computeIfAbsent(sum.source().number(), n -> tally.sender(sum.source()))
                    .add(sum);
        }
        return tally;
    }

    private Sender sender(SourceName source) {
        return new Sender(source, days, isLonger);
    }

    Count all() {
        return all;
    }

    Count of(Target target) {
        return Objects.requireNonNull(byTarget.get(target));
    }

    long of(Category category) {
        return byCategory.getOrDefault(category, 0L);
    }

    /** Messages of forwarders that failed. */
    long forwardedFailed() {
        return forwardedFailed;
    }

    /** Messages of the owner's that failed and can't do otherwise. */
    long lostMessages() {
        return lostMessages;
    }

    boolean passes() {
        return all.passes();
    }

    /** Senders of which nobody has said whose mail it is, those with the most messages first. */
    List<Sender> undecided() {
        return sorted(bySource.values().stream().filter(Sender::isUndecided).toList());
    }

    boolean isUndecidedIn(Target target) {
        return bySource.values().stream().anyMatch(sender -> sender.undecidedIn.contains(target));
    }

    /** Sources of which messages failed that should have passed, those with the most first. */
    List<Sender> failing() {
        return sorted(
                bySource.values().stream().filter(sender -> sender.countedFailed() > 0).toList());
    }

    /** Both of these, those with the most failed messages first. */
    List<Sender> evidence() {
        return sorted(
                bySource.values().stream()
                        .filter(sender -> sender.isUndecided() || sender.countedFailed() > 0)
                        .toList());
    }

    /**
     * Returns the owner's senders whose mail in these names never passed, where it is more than a
     * little of all the owner's mail in them: nearly all of the rest may pass, and yet a policy
     * loses all of theirs. Those with the most messages first.
     */
    List<Sender> failingCompletely(Set<Target> names) {
        long owned = names.stream().map(this::of).mapToLong(Count::owned).reduce(0, Messages::sum);
        return sorted(
                bySource.values().stream()
                        .filter(sender -> sender.failsCompletely(names, owned))
                        .toList());
    }

    /** Sources of the owner's mail that can't pass, those with the most messages first. */
    List<Sender> lost() {
        return sorted(bySource.values().stream().filter(sender -> sender.lost > 0).toList());
    }

    static List<Sender> sorted(List<Sender> senders) {
        return senders.stream()
                .sorted(
                        Comparator.comparingLong(Sender::failed)
                                .reversed()
                                .thenComparingInt(sender -> sender.source().number()))
                .toList();
    }

    /** Messages together. */
    static final class Count {

        private long messages;
        private long passed;
        private long counted;
        private long dmarc;
        private long spf;
        private long dkim;
        private long ofSpf;
        private long ofDkim;
        private long owned;

        private void add(SenderSum sum) {
            messages = Messages.sum(messages, sum.sums().messages());
            passed = Messages.sum(passed, sum.sums().dmarc());
            if (sum.isOwned()) {
                owned = Messages.sum(owned, sum.sums().messages());
            }
            if (!sum.counts()) {
                return;
            }
            counted = Messages.sum(counted, sum.sums().messages());
            dmarc = Messages.sum(dmarc, sum.sums().dmarc());
            if (sum.source().capableSpf()) {
                ofSpf = Messages.sum(ofSpf, sum.sums().messages());
                spf = Messages.sum(spf, sum.sums().spf());
            }
            if (sum.source().capableDkim()) {
                ofDkim = Messages.sum(ofDkim, sum.sums().messages());
                dkim = Messages.sum(dkim, sum.sums().dkim());
            }
        }

        long messages() {
            return messages;
        }

        /** Returns those that passed, whoever sent them. */
        long passed() {
            return passed;
        }

        /** Returns those of the owner's, whether or not their senders can pass. */
        long owned() {
            return owned;
        }

        MessageSums counted() {
            return new MessageSums(counted, dmarc, spf, dkim);
        }

        Share share() {
            return new Share(counted(), ofSpf, ofDkim);
        }

        boolean isSending() {
            return counted > 0;
        }

        /** Whether any of those that count failed. */
        boolean fails() {
            return dmarc < counted;
        }

        /** Whether enough of those that count passed; none of none is enough. */
        boolean passes() {
            return isEnough(dmarc);
        }

        /** The same if so many of those that passed had not. */
        boolean passesWithout(long lost) {
            return isEnough(dmarc - lost);
        }

        /** Whether enough of them would have passed without SPF. */
        boolean passesByDkim() {
            return isEnough(dkim);
        }

        private boolean isEnough(long passed) {
            return Percent.isAtLeast(passed, PolicyPlan.PASSING_PERCENT, counted);
        }
    }

    /** A source with its messages. */
    static final class Sender {

        private final SourceName source;
        private final JudgedDays days;
        private final boolean isLonger;

        /** Messages of the owner's, and how many of them passed, by the names they are in. */
        private final Map<Target, long[]> owned = new EnumMap<>(Target.class);

        private final Set<Target> targets = EnumSet.noneOf(Target.class);
        private final Set<Target> undecidedIn = EnumSet.noneOf(Target.class);
        private final Set<String> undecidedAt = new TreeSet<>();
        private final Set<Target> failedIn = EnumSet.noneOf(Target.class);
        private long messages;
        private long failed;
        private long counted;
        private long countedFailed;
        private long lost;
        private final Map<String, Long> failedBelow = new HashMap<>();

        private Sender(SourceName source, JudgedDays days, boolean isLonger) {
            this.source = source;
            this.days = days;
            this.isLonger = isLonger;
        }

        private void add(SenderSum sum) {
            boolean isEvidence = sum.isUndecided() || sum.counts() || sum.isLost();
            if (!isEvidence) {
                return;
            }
            targets.add(sum.target());
            messages = Messages.sum(messages, sum.sums().messages());
            failed = Messages.sum(failed, sum.failed());
            sum.failedBelow()
                    .forEach((name, count) -> failedBelow.merge(name, count, Messages::sum));
            if (sum.isOwned()) {
                long[] own = owned.computeIfAbsent(sum.target(), t -> new long[2]);
                own[0] = Messages.sum(own[0], sum.sums().messages());
                own[1] = Messages.sum(own[1], sum.sums().dmarc());
            }
            if (sum.isUndecided()) {
                undecidedIn.add(sum.target());
                undecidedAt.add(sum.decided());
            }
            if (sum.counts()) {
                counted = Messages.sum(counted, sum.sums().messages());
                countedFailed = Messages.sum(countedFailed, sum.failed());
                if (sum.failed() > 0) {
                    failedIn.add(sum.target());
                }
            }
            if (sum.isLost()) {
                lost = Messages.sum(lost, sum.failed());
            }
        }

        SourceName source() {
            return source;
        }

        /** Whether another is the same source, maybe of other days. */
        boolean isOfSameSource(Sender other) {
            return source.number() == other.source.number();
        }

        /** Returns the days of its messages. */
        JudgedDays days() {
            return days;
        }

        private boolean failsCompletely(Set<Target> names, long of) {
            long sent = 0;
            long passed = 0;
            for (Target name : names) {
                long[] own = owned.getOrDefault(name, new long[2]);
                if (own[1] == 0 && Percent.isMoreThan(own[0], PolicyPlan.LITTLE_PERCENT, of)) {
                    return true;
                }
                sent = Messages.sum(sent, own[0]);
                passed = Messages.sum(passed, own[1]);
            }
            return passed == 0 && Percent.isMoreThan(sent, PolicyPlan.LITTLE_PERCENT, of);
        }

        long messages() {
            return messages;
        }

        long failed() {
            return failed;
        }

        long counted() {
            return counted;
        }

        /** Messages of the owner's that failed, and can't do otherwise. */
        long lost() {
            return lost;
        }

        long countedFailed() {
            return countedFailed;
        }

        boolean isUndecided() {
            return !undecidedIn.isEmpty();
        }

        /** Returns the domains for which it is to be said whether its mail is the owner's. */
        List<String> undecidedAt() {
            return List.copyOf(undecidedAt);
        }

        /** Whether messages failed in such names that should have passed. */
        boolean failsIn(Set<Target> names) {
            return !Collections.disjoint(failedIn, names);
        }

        private boolean isInSubdomains() {
            return targets.contains(Target.SUBDOMAIN) || targets.contains(Target.MISSING_SUBDOMAIN);
        }

        /** Returns a sentence about it, with in which names it sent, and the days. */
        Message in(String code) {
            String where =
                    !isInSubdomains()
                            ? "domain"
                            : targets.contains(Target.DOMAIN) ? "both" : "below";
            return days.in(Message.of(code).with("source", source.name()).with("where", where));
        }

        SenderEvidence evidence(boolean blocks) {
            return new SenderEvidence(
                    source.number(),
                    source.name(),
                    source.slug(),
                    messages,
                    failed,
                    targets.contains(Target.DOMAIN),
                    isInSubdomains(),
                    failingNames(),
                    undecidedAt(),
                    isLonger,
                    isUndecided(),
                    isUndecided() || blocks);
        }

        /** Names below the domain in which it failed, those with the most messages first. */
        private List<String> failingNames() {
            return failedBelow.entrySet().stream()
                    .sorted(
                            Map.Entry.<String, Long>comparingByValue()
                                    .reversed()
                                    .thenComparing(Map.Entry.comparingByKey()))
                    .limit(SenderEvidence.MAX_NAMES)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }
}
