package org.mailvane.intake;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.mailvane.jobs.Signal;
import org.mailvane.reporters.ReportAuthentication;

/**
 * Mails of the queue whose DNS is slow. They are read again when their authentication has come to
 * an end; until then nothing waits for them. What is held of each is its message.
 */
final class LateMails {

    /**
     * Mails that are waited for. Others count as unanswered, and are authenticated an hour later.
     */
    static final int MAX_MAILS = 500;

    /** Bytes of these mails, deflated; a single one may be larger. */
    static final long MAX_BYTES = 16 << 20;

    private final Signal news;
    private final Map<Long, Late> waiting = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Authenticated> authenticated =
            new ConcurrentLinkedQueue<>();

    private record Late(long bytes, CompletableFuture<ReportAuthentication> authentication) {}

    /** A mail, by its entry, that has been authenticated. */
    record Authenticated(long entryId, ReportAuthentication authentication) {}

    /**
     * @param news is given when mails have been authenticated
     */
    LateMails(Signal news) {
        this.news = news;
    }

    /** Waits for a mail in the background; answers false if there are too many already. */
    boolean take(long entryId, long bytes, CompletableFuture<ReportAuthentication> authentication) {
        long held = waiting.values().stream().mapToLong(Late::bytes).sum();
        boolean isTooMuch = waiting.size() >= MAX_MAILS || held + bytes > MAX_BYTES;
        if (isTooMuch && !waiting.isEmpty()) {
            authentication.cancel(true);
            return false;
        }
        Late late = new Late(bytes, authentication);
        waiting.put(entryId, late);
        // It never fails: see AuthenticationThreads.
        var _ = authentication.thenAccept(result -> end(late, new Authenticated(entryId, result)));
        return true;
    }

    private synchronized void end(Late late, Authenticated mail) {
        if (waiting.remove(mail.entryId(), late)) {
            authenticated.add(mail);
            news.give();
        }
    }

    /** Mails that have been authenticated since the last call. */
    List<Authenticated> takeAuthenticated() {
        List<Authenticated> all = new ArrayList<>();
        for (Authenticated one = authenticated.poll(); one != null; one = authenticated.poll()) {
            all.add(one);
        }
        return all;
    }

    /** Waits for none of them any more. */
    synchronized void forget() {
        List<Late> forgotten = List.copyOf(waiting.values());
        waiting.clear();
        authenticated.clear();
        forgotten.forEach(late -> late.authentication().cancel(true));
    }
}
