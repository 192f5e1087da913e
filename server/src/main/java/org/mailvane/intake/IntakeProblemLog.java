package org.mailvane.intake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.slf4j.Logger;

/**
 * What is wrong with a place from which reports come, said to the log when it begins, when it
 * changes, once an hour while it lasts, and when it is over.
 */
public final class IntakeProblemLog {

    /** How often the same is said again. */
    static final Duration AGAIN = Duration.ofHours(1);

    private final Logger log;
    private final String place;
    private final Clock clock;
    private volatile @Nullable Passage said;
    private Instant saidAt = Instant.MIN;

    /**
     * @param place what it is about, for a person
     */
    public IntakeProblemLog(Logger log, String place, Clock clock) {
        this.log = log;
        this.place = place;
        this.clock = clock;
    }

    /** Something is wrong. */
    public void say(Passage problem) {
        Instant now = clock.instant();
        if (problem.equals(said) && now.isBefore(saidAt.plus(AGAIN))) {
            return;
        }
        log.warn("{}: {}", place, MessageFormatter.forPrograms().format(problem));
        said = problem;
        saidAt = now;
    }

    /** Nothing is wrong any more. */
    public void end() {
        if (said != null) {
            log.info("{}: it works again", place);
            said = null;
        }
    }

    /** Returns what is wrong now, if anything. */
    public @Nullable Passage current() {
        return said;
    }
}
