package org.mailvane.reports.archive;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.Inflater;

/**
 * Lends {@link Inflater}s and takes them back, since making one costs more than unpacking a small
 * report. All read raw deflate data (RFC 1951); the wrappers are read by the borrowers. Not for
 * several threads.
 */
public final class Inflaters {

    private final Deque<Inflater> idle = new ArrayDeque<>();

    /** An inflater with nothing in it. */
    Inflater borrow() {
        Inflater inflater = idle.poll();
        return inflater == null ? new Inflater(true) : inflater;
    }

    /** Takes an inflater back; its state is void from here on. */
    void giveBack(Inflater inflater) {
        inflater.reset();
        idle.push(inflater);
    }
}
