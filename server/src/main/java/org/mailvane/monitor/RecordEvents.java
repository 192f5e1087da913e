package org.mailvane.monitor;

import static org.mailvane.monitor.RecordReader.POLICIES;
import static org.mailvane.monitor.RecordReader.POLICY;
import static org.mailvane.monitor.RecordReader.POLICY_FILE;
import static org.mailvane.monitor.RecordReader.REVOKED;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.mtasts.MtaStsPolicy;
import org.mailvane.mailauth.mtasts.MtaStsPolicy.Mode;
import org.mailvane.mailauth.mtasts.MtaStsPolicyParser;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.EventMessages.Happening;
import org.mailvane.timeline.NewEvent;

/** What happened to a record between two times at which it counted. */
final class RecordEvents {

    private RecordEvents() {}

    /**
     * Returns the events, if there are any. What counts for the first time is where watching
     * begins, and no event; but for what was looked for later, such as the key of a new selector,
     * unless that was revoked already. An MTA-STS policy is a file beside its record, and each of
     * them may change.
     */
    static List<NewEvent> between(
            WatchedDomain domain, @Nullable WatchedRecord before, WatchedRecord after) {
        @Nullable WatchedRecord known = before == null || !before.isSettled() ? null : before;
        boolean isNews =
                known == null
                        ? after.late() && !after.content().is(REVOKED)
                        : !known.fingerprint().equals(after.fingerprint());
        if (!after.isSettled() || !isNews) {
            return List.of();
        }
        RecordKind kind = after.key().kind();
        RecordContent was = known == null ? RecordContent.NOTHING : known.content();
        String old = own(was);
        String now = own(after.content());
        Change change =
                switch (kind) {
                    case DMARC ->
                            of(
                                    old,
                                    now,
                                    Change.DMARC_ADDED,
                                    Change.DMARC_REMOVED,
                                    isPolicyChanged(was, after.content())
                                            ? Change.DMARC_POLICY_CHANGED
                                            : Change.DMARC_CHANGED);
                    case SPF ->
                            of(old, now, Change.SPF_ADDED, Change.SPF_REMOVED, Change.SPF_CHANGED);
                    case DKIM ->
                            of(
                                    old,
                                    now,
                                    Change.DKIM_ADDED,
                                    Change.DKIM_REMOVED,
                                    Change.DKIM_CHANGED);
                    case BIMI ->
                            of(
                                    old,
                                    now,
                                    Change.BIMI_ADDED,
                                    Change.BIMI_REMOVED,
                                    Change.BIMI_CHANGED);
                    case MTA_STS ->
                            of(
                                    old,
                                    now,
                                    Change.MTA_STS_ADDED,
                                    Change.MTA_STS_REMOVED,
                                    Change.MTA_STS_CHANGED);
                    case TLS_RPT ->
                            of(
                                    old,
                                    now,
                                    Change.TLS_RPT_ADDED,
                                    Change.TLS_RPT_REMOVED,
                                    Change.TLS_RPT_CHANGED);
                    case MX -> old.equals(now) ? null : Change.MX_CHANGED;
                };
        List<NewEvent> events = new ArrayList<>();
        if (change != null) {
            Message details =
                    known == null ? found(domain, after) : sentence(domain, was, after, change);
            events.add(event(domain, change, after, old, now, Passage.of(details)));
        }
        if (kind == RecordKind.MTA_STS && isFileChanged(was, after)) {
            events.add(
                    event(
                            domain,
                            Change.MTA_STS_CHANGED,
                            after,
                            was.lastPolicyFile(),
                            after.content().detail(POLICY_FILE),
                            ofFile(domain, was, after.content())));
        }
        return events;
    }

    /** It may have been there for long: nobody has looked before. */
    private static Message found(WatchedDomain domain, WatchedRecord record) {
        return record.key().kind() == RecordKind.MX
                ? EventMessages.mxFirstSeen(domain.name())
                : what(domain, record, Happening.FIRST_SEEN);
    }

    /** Senders use the id alone to decide whether a policy has changed (RFC 8461, section 3.1). */
    private static Passage ofFile(WatchedDomain domain, RecordContent before, RecordContent after) {
        String old = mode(before);
        String now = mode(after);
        Passage what =
                Passage.of(
                        old.equals(now) || old.isEmpty() || now.isEmpty()
                                ? EventMessages.stsPolicyChanged(domain.name())
                                : EventMessages.stsModeChanged(domain.name(), now, old));
        return before.value().equals(after.value())
                ? what.and(EventMessages.stsSameId(domain.name()))
                : what;
    }

    /** Returns the mode of a policy that senders can use; empty if it has errors. */
    private static String mode(RecordContent content) {
        MtaStsPolicy policy =
                MtaStsPolicyParser.parse(content.lastPolicyFile().getBytes(StandardCharsets.UTF_8));
        return Optional.of(policy)
                .filter(MtaStsPolicy::valid)
                .flatMap(MtaStsPolicy::mode)
                .map(Mode::toString)
                .orElse("");
    }

    private static @Nullable Change of(
            String old, String now, Change added, Change removed, Change changed) {
        if (old.equals(now)) {
            return null;
        }
        return old.isEmpty() ? added : now.isEmpty() ? removed : changed;
    }

    /** Returns the domain's own value: an inherited record is another domain's. */
    private static String own(RecordContent content) {
        return content.state() == RecordState.INHERITED ? "" : content.value();
    }

    /** Whether it asks for the same in all names and wholly, which then is the policy. */
    private static boolean asksForOnePolicy(RecordContent content) {
        return content.detail(POLICIES).equals("p=" + content.detail(POLICY));
    }

    private static boolean isPolicyChanged(RecordContent before, RecordContent after) {
        return !before.detail(POLICIES).equals(after.detail(POLICIES));
    }

    /**
     * Whether the policy file differs; a policy that could not be fetched does not count as
     * different.
     */
    private static boolean isFileChanged(RecordContent before, WatchedRecord after) {
        String old = before.lastPolicyFile();
        String now = after.content().detail(POLICY_FILE);
        return !old.isEmpty() && !now.isEmpty() && !old.equals(now);
    }

    private static NewEvent event(
            WatchedDomain domain,
            Change change,
            WatchedRecord record,
            String old,
            String now,
            Passage details) {
        return new NewEvent(
                domain.id(), domain.name(), change, record.key().kind().code(), old, now, details);
    }

    private static Message sentence(
            WatchedDomain domain, RecordContent before, WatchedRecord record, Change change) {
        RecordContent content = record.content();
        return switch (change) {
            case DMARC_POLICY_CHANGED ->
                    asksForOnePolicy(before) && asksForOnePolicy(content)
                            ? EventMessages.policyChanged(
                                    domain.name(), content.detail(POLICY), before.detail(POLICY))
                            : EventMessages.policiesChanged(
                                    domain.name(),
                                    content.detail(POLICIES),
                                    before.detail(POLICIES));
            case DMARC_ADDED, SPF_ADDED, DKIM_ADDED, BIMI_ADDED, MTA_STS_ADDED, TLS_RPT_ADDED ->
                    what(domain, record, Happening.PUBLISHED);
            case DMARC_REMOVED,
                    SPF_REMOVED,
                    DKIM_REMOVED,
                    BIMI_REMOVED,
                    MTA_STS_REMOVED,
                    TLS_RPT_REMOVED ->
                    what(domain, record, Happening.REMOVED);
            case MX_CHANGED -> EventMessages.mxChanged(domain.name());
            case DKIM_CHANGED ->
                    content.is(REVOKED)
                            ? EventMessages.keyRevoked(domain.name(), record.key().selector())
                            : what(domain, record, Happening.CHANGED);
            default -> what(domain, record, Happening.CHANGED);
        };
    }

    private static Message what(WatchedDomain domain, WatchedRecord record, Happening happening) {
        RecordKind kind = record.key().kind();
        return kind == RecordKind.DKIM
                ? EventMessages.key(domain.name(), record.key().selector(), happening)
                : EventMessages.record(domain.name(), kind.label(), happening);
    }
}
