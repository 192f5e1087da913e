package org.mailvane.intake.queue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.authentication.MailAuthenticator;
import org.mailvane.intake.ledger.LedgerTable;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.queue.MailQuota.Share;
import org.mailvane.intake.queue.QueueTable.Claim;
import org.mailvane.intake.queue.QueueTable.Deferred;
import org.mailvane.intake.queue.SenderDayTable.Taken;
import org.mailvane.intake.reading.ReadEnvelope;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
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
        if (known.isEmpty()) {
            return List.of();
        }
        MailQuota.Day day = quota.today(scope, known);
        List<Claim> putOff = new ArrayList<>();
        List<Late> late = new ArrayList<>();
        for (Claim claim : claims) {
            MailSender sender = claim.sender();
            if (sender != null) {
                day.usedUp(sender)
                        .ifPresent(share -> {
                            putOff.add(claim);
                            late.add(new Late(claim, sender, claim.authentication(), share));
                        });
            }
        }
        defer(scope, day, late);
        return putOff;
    }

    /** An entry that is put off, and why. */
    private record Late(
            Claim claim,
            MailSender sender,
            @Nullable ReportAuthentication authentication,
            Share share) {

        /** As it is stored. Its sender is not known for good while DNS has not answered. */
        Deferred deferred() {
            boolean isFinal =
                    authentication == null || !MailAuthenticator.isRetriedLater(authentication);
            return new Deferred(claim.lease(), isFinal ? sender : null, authentication);
        }
    }

    /**
     * Puts entries off that are not to be written today; answers the others, in their order.
     * Failure reports are written: until then a message is kept with all that they quote.
     */
    List<ReadEnvelope> toWrite(Scope scope, List<ReadEnvelope> read) {
        List<ReadEnvelope> bounded =
                read.stream()
                        .filter(one -> claim(one).isBounded() && one.holdsMoreThanFailures())
                        .toList();
        if (bounded.isEmpty()) {
            return read;
        }
        MailQuota.Day day = quota.today(scope, bounded.stream().map(this::sender).toList());
        List<ReadEnvelope> left = new ArrayList<>(read);
        List<Late> late = new ArrayList<>();
        for (ReadEnvelope one : bounded) {
            MailSender sender = sender(one);
            day.usedUp(sender)
                    .ifPresent(share -> {
                        left.remove(one);
                        late.add(new Late(claim(one), sender, one.authentication(), share));
                    });
        }
        defer(scope, day, late);
        return left;
    }

    /**
     * Counts what was read and written. What was read before, and is read again, counts by the rows
     * that it brings now.
     *
     * @param facts rows that were written for entries
     */
    void count(Scope scope, List<ReadEnvelope> read, Map<Long, Long> facts) {
        Map<MailSender, Taken> taken = new HashMap<>();
        for (ReadEnvelope one : read) {
            Claim claim = claim(one);
            if (claim.isBounded()) {
                long written = facts.getOrDefault(claim.entryId(), 0L);
                long bytes = claim.authentication() == null ? one.unpackedBytes() : 0;
                taken.merge(sender(one), new Taken(written, bytes), Taken::plus);
            }
        }
        quota.count(scope, taken);
    }

    private static Claim claim(ReadEnvelope read) {
        return read.envelope().place().claim();
    }

    private MailSender sender(ReadEnvelope read) {
        Claim claim = claim(read);
        return MailSender.of(
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
        List<Deferred> entries = late.stream().map(Late::deferred).toList();
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
        LocalDate until = day.next();
        MailSender sender = late.sender();
        return switch (late.share()) {
            case SENDER -> {
                Taken limit = MailQuota.limit(sender);
                yield Remark.senderQuota(
                        file, sender.name(), limit.facts(), gigabytes(limit), until);
            }
            case ALL_UNVERIFIED -> {
                Taken limit = MailQuota.OF_ALL_UNVERIFIED;
                yield Remark.unverifiedQuota(file, limit.facts(), gigabytes(limit), until);
            }
            case ALL_VERIFIED -> {
                Taken limit = MailQuota.OF_ALL_VERIFIED;
                yield Remark.verifiedQuota(file, limit.facts(), gigabytes(limit), until);
            }
        };
    }

    private static long gigabytes(Taken limit) {
        return limit.bytes() >> 30;
    }
}
