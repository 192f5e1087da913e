package org.mailvane.intake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.MailQuota.Share;
import org.mailvane.intake.QueueTable.Claim;
import org.mailvane.intake.QueueTable.Deferred;
import org.mailvane.intake.SenderDayTable.Taken;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/**
 * Puts mails off whose senders' shares of the day are used up. Who sent a mail is known when it was
 * read once; so it is looked at before it is read again, and before it is written.
 */
@Component
class QuotaGate {

    private final Db db;
    private final MailQuota quota;
    private final QueueTable queue;
    private final LedgerTable ledger;
    private final PublicSuffixes suffixes;

    QuotaGate(
            Db db, MailQuota quota, QueueTable queue, LedgerTable ledger, PublicSuffixes suffixes) {
        this.db = db;
        this.quota = quota;
        this.queue = queue;
        this.ledger = ledger;
        this.suffixes = suffixes;
    }

    /** Puts entries off that are not worth reading now; answers the others, in their order. */
    List<Claim> toRead(List<Claim> claims) {
        Map<Scope, List<Claim>> bounded = new HashMap<>();
        claims.stream()
                .filter(Claim::isBounded)
                .forEach(c -> bounded.computeIfAbsent(c.scope(), s -> new ArrayList<>()).add(c));
        List<Claim> left = new ArrayList<>(claims);
        bounded.forEach((scope, some) -> left.removeAll(putOff(scope, some)));
        return left;
    }

    private List<Claim> putOff(Scope scope, List<Claim> claims) {
        List<MailSender> known = new ArrayList<>();
        for (Claim claim : claims) {
            MailSender sender = claim.sender();
            if (sender != null) {
                known.add(sender);
            }
        }
        MailQuota.Day day = quota.today(scope, known);
        List<Claim> putOff = new ArrayList<>();
        List<Late> late = new ArrayList<>();
        for (Claim claim : claims) {
            MailSender sender = claim.sender();
            Optional<Share> usedUp =
                    sender != null
                            ? day.usedUp(sender)
                            : day.isOver() ? Optional.of(Share.ACCOUNT) : Optional.empty();
            usedUp.ifPresent(share -> {
                putOff.add(claim);
                late.add(new Late(claim, sender, null, share));
            });
        }
        defer(scope, day, late);
        return putOff;
    }

    /** An entry that is put off, and why. */
    private record Late(
            Claim claim,
            @Nullable MailSender sender,
            @Nullable ReportAuthentication authentication,
            Share share) {}

    /**
     * Puts entries off that are not to be written today; answers the others, in their order.
     *
     * @param claim the claim of an entry
     */
    List<ReadEnvelope> toWrite(
            Scope scope, List<ReadEnvelope> read, Function<ReadEnvelope, Claim> claim) {
        List<ReadEnvelope> bounded =
                read.stream()
                        .filter(one -> claim.apply(one).isBounded() && one.recordCount() > 0)
                        .toList();
        if (bounded.isEmpty()) {
            return read;
        }
        List<MailSender> senders =
                bounded.stream().map(one -> sender(one, claim.apply(one))).toList();
        MailQuota.Day day = quota.today(scope, senders);
        List<ReadEnvelope> left = new ArrayList<>(read);
        List<Late> late = new ArrayList<>();
        for (ReadEnvelope one : bounded) {
            MailSender sender = sender(one, claim.apply(one));
            day.usedUp(sender)
                    .ifPresent(share -> {
                        left.remove(one);
                        late.add(new Late(claim.apply(one), sender, one.authentication(), share));
                    });
        }
        defer(scope, day, late);
        return left;
    }

    /**
     * Counts what was read and written.
     *
     * @param facts rows that were written for entries
     */
    void count(
            Scope scope,
            List<ReadEnvelope> read,
            Function<ReadEnvelope, Claim> claim,
            Map<Long, Long> facts) {
        Map<MailSender, Taken> taken = new HashMap<>();
        for (ReadEnvelope one : read) {
            Claim own = claim.apply(one);
            if (own.isBounded()) {
                long written = facts.getOrDefault(own.entryId(), 0L);
                taken.merge(sender(one, own), new Taken(written, one.unpackedBytes()), Taken::plus);
            }
        }
        quota.count(scope, taken);
    }

    private MailSender sender(ReadEnvelope read, Claim claim) {
        MailSender known = claim.sender();
        return known != null
                ? known
                : MailSender.of(
                        suffixes,
                        read.authentication(),
                        read.carrier().headerFrom(),
                        claim.envelopeFrom(),
                        claim.client());
    }

    private void defer(Scope scope, MailQuota.Day day, List<Late> late) {
        if (late.isEmpty()) {
            return;
        }
        List<Deferred> entries =
                late.stream()
                        .map(one ->
                                new Deferred(
                                        one.claim().entryId(), one.sender(), one.authentication()))
                        .toList();
        List<LedgerTable.NewRemark> remarks =
                late.stream()
                        .map(one ->
                                new LedgerTable.NewRemark(
                                        one.claim().importId(),
                                        one.claim().entryId(),
                                        remark(day, one)))
                        .toList();
        db.inTransaction(() -> {
            queue.defer(scope, entries, day.end());
            ledger.insertRemarks(scope, remarks);
        });
    }

    private static Remark remark(MailQuota.Day day, Late late) {
        String file = late.claim().name();
        String until = day.next().toString();
        MailSender sender = late.sender();
        if (late.share() == Share.SENDER && sender != null) {
            Taken limit = MailQuota.limit(sender);
            return Remark.senderQuota(file, sender.name(), limit.facts(), gigabytes(limit), until);
        }
        return late.share() == Share.ALL_UNVERIFIED
                ? Remark.unverifiedQuota(
                        file,
                        MailQuota.OF_ALL_UNVERIFIED.facts(),
                        gigabytes(MailQuota.OF_ALL_UNVERIFIED),
                        until)
                : Remark.accountQuota(
                        file, MailQuota.OF_ACCOUNT.facts(), gigabytes(MailQuota.OF_ACCOUNT), until);
    }

    private static long gigabytes(Taken limit) {
        return limit.bytes() >> 30;
    }
}
