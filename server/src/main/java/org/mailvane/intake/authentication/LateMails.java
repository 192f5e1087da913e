package org.mailvane.intake.authentication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.reporters.ReportAuthentication;

/**
 * Mails of the queue whose DNS is slow. They are read again when their authentication has come to
 * an end; until then nothing waits for them. {@link AuthenticationThreads} hold their messages, and
 * bound their bytes.
 */
public final class LateMails {

    /**
     * Mails that are waited for. Others count as unanswered, and are authenticated an hour later.
     */
    static final int MAX_MAILS = 500;

    private final Signal news;
    private final Map<Long, CompletableFuture<ReportAuthentication>> waiting =
            new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Authenticated> authenticated =
            new ConcurrentLinkedQueue<>();

    /** A mail, by its entry, that has been authenticated. */
    public record Authenticated(long entryId, ReportAuthentication authentication) {}

    /**
     * @param news is given when mails have been authenticated
     */
    public LateMails(Signal news) {
        this.news = news;
    }

    /** Waits for a mail in the background; answers false if there are too many already. */
    public boolean take(long entryId, CompletableFuture<ReportAuthentication> authentication) {
        if (waiting.size() >= MAX_MAILS) {
            authentication.cancel(true);
            return false;
        }
        waiting.put(entryId, authentication);
        // It never fails: see AuthenticationThreads.
        var _ =
                authentication.thenAccept(
                        result -> end(authentication, new Authenticated(entryId, result)));
        return true;
    }

    private synchronized void end(
            CompletableFuture<ReportAuthentication> authentication, Authenticated mail) {
        if (waiting.remove(mail.entryId(), authentication)) {
            authenticated.add(mail);
            news.give();
        }
    }

    /** Mails that have been authenticated since the last call. */
    public List<Authenticated> takeAuthenticated() {
        List<Authenticated> all = new ArrayList<>();
        for (Authenticated one = authenticated.poll(); one != null; one = authenticated.poll()) {
            all.add(one);
        }
        return all;
    }

    /** Waits for none of them any more. */
    public synchronized void forget() {
        List<CompletableFuture<ReportAuthentication>> forgotten = List.copyOf(waiting.values());
        waiting.clear();
        authenticated.clear();
        forgotten.forEach(authentication -> authentication.cancel(true));
    }
}
