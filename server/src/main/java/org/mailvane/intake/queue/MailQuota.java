package org.mailvane.intake.queue;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.mailvane.intake.queue.MailSender.Kind;
import org.mailvane.intake.queue.SenderDayTable.Taken;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Reporters;
import org.springframework.stereotype.Component;

/**
 * How much of what is mailed to an account is stored on a day (UTC). Anyone can send mails, and a
 * small one can become millions of rows. A mail is read while less than its sender's share is used
 * up, so that even a large one fits in; what comes after that waits for the next day.
 *
 * <p>Anyone can name a domain or register one. So mails that no domain vouches for, mails that some
 * domain vouches for, and mails of reporters that are known or that a person accepted never use up
 * each other's shares.
 *
 * <p>What a person hands over does not count.
 */
@Component
public class MailQuota {

    /**
     * The share of a domain that vouches for its mails. The largest reporters send some thousand
     * reports a day to somebody with thousands of domains, with a few hundred rows each.
     */
    static final Taken OF_VERIFIED = new Taken(5_000_000, 16L << 30);

    /** The share of a domain that mails only name, or of a network. */
    static final Taken OF_UNVERIFIED = new Taken(2_000_000, 8L << 30);

    /** The share of all mails together for which no domain vouches: names are easily made up. */
    static final Taken OF_ALL_UNVERIFIED = new Taken(20_000_000, 32L << 30);

    /**
     * The share of all mails together for which a domain vouches, but for those of reporters that
     * are known or that a person accepted: each of these has its own share only.
     */
    static final Taken OF_ALL_VERIFIED = new Taken(20_000_000, 32L << 30);

    private final Db db;
    private final SenderDayTable table;
    private final Reporters reporters;
    private final Clock clock;

    MailQuota(Db db, SenderDayTable table, Reporters reporters, Clock clock) {
        this.db = db;
        this.table = table;
        this.reporters = reporters;
        this.clock = clock;
    }

    /** Whose share is used up. */
    public enum Share {
        /** Its own. */
        SENDER("sender_quota"),
        /** That of all mails together for which no domain vouches. */
        ALL_UNVERIFIED("unverified_quota"),
        /** That of all mails together for which a domain vouches that is a stranger's. */
        ALL_VERIFIED("verified_quota");

        private final String code;

        Share(String code) {
            this.code = code;
        }

        /** Code of the remark on a mail that waits for it. */
        public String code() {
            return code;
        }
    }

    /** Returns the codes of remarks on mails that wait for a share. */
    static List<String> codes() {
        return Arrays.stream(Share.values()).map(Share::code).toList();
    }

    /** What is used up on a day. */
    final class Day {

        private final LocalDate day;
        private final Map<String, Taken> taken;
        private final Set<String> accepted;

        private Day(LocalDate day, Map<String, Taken> taken, Set<String> accepted) {
            this.day = day;
            this.taken = taken;
            this.accepted = accepted;
        }

        /** Returns the day after it, when shares are free again. */
        LocalDate next() {
            return day.plusDays(1);
        }

        /** Returns when shares are free again. */
        Instant end() {
            return next().atStartOfDay(ZoneOffset.UTC).toInstant();
        }

        /** Returns which share keeps a mail of this sender from being read, if one does. */
        Optional<Share> usedUp(MailSender sender) {
            if (isUsedUp(sender.key(), limit(sender))) {
                return Optional.of(Share.SENDER);
            }
            return shared(sender, accepted).filter(share -> isUsedUp(share.name(), limit(share)));
        }

        private boolean isUsedUp(String key, Taken limit) {
            return taken.getOrDefault(key, Taken.NOTHING).reaches(limit);
        }
    }

    /** Returns the share of a sender. */
    static Taken limit(MailSender sender) {
        return sender.kind() == Kind.VERIFIED ? OF_VERIFIED : OF_UNVERIFIED;
    }

    private static Taken limit(Share share) {
        return share == Share.ALL_VERIFIED ? OF_ALL_VERIFIED : OF_ALL_UNVERIFIED;
    }

    /** Returns the share that a sender has together with others, if it has one. */
    private Optional<Share> shared(MailSender sender, Set<String> accepted) {
        if (sender.kind() != Kind.VERIFIED) {
            return Optional.of(Share.ALL_UNVERIFIED);
        }
        return reporters.isKnown(sender.name()) || accepted.contains(sender.name())
                ? Optional.empty()
                : Optional.of(Share.ALL_VERIFIED);
    }

    /** Returns those domains of these senders of which a person has accepted a reporter. */
    private Set<String> accepted(Scope scope, Collection<MailSender> senders) {
        return reporters.acceptedByPerson(
                scope,
                senders.stream()
                        .filter(sender -> sender.kind() == Kind.VERIFIED)
                        .map(MailSender::name)
                        .distinct()
                        .toList());
    }

    /** Returns what is used up today, as far as it matters for these senders. */
    Day today(Scope scope, Collection<MailSender> senders) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        Set<String> keys =
                new HashSet<>(List.of(Share.ALL_VERIFIED.name(), Share.ALL_UNVERIFIED.name()));
        senders.forEach(sender -> keys.add(sender.key()));
        return new Day(today, table.taken(scope, today, keys), accepted(scope, senders));
    }

    /** Counts what was taken today. */
    void count(Scope scope, Map<MailSender, Taken> taken) {
        Set<String> accepted = accepted(scope, taken.keySet());
        SortedMap<String, Taken> shares = new TreeMap<>();
        taken.forEach((sender, one) -> {
            shares.merge(sender.key(), one, Taken::plus);
            shared(sender, accepted)
                    .ifPresent(share -> shares.merge(share.name(), one, Taken::plus));
        });
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (!shares.isEmpty()) {
            db.inTransaction(() -> table.add(scope, today, shares));
        }
    }
}
