package org.mailvane.web;

import java.time.Duration;
import java.time.Instant;
import org.mailvane.intake.Counts;
import org.mailvane.intake.Import;
import org.mailvane.intake.Import.State;

/**
 * An import as pages show it.
 *
 * @param one what it is
 * @param now the time at which it is shown
 */
record ShownImport(Import one, Instant now) {

    /** Time that must have passed before anything is said of what is left. */
    private static final Duration MEASURED = Duration.ofSeconds(2);

    /** Percent of which readers of the screen are told: each change interrupts them. */
    private static final int SPOKEN_STEP = 25;

    String path() {
        return ImportsController.path(one.id());
    }

    /** The key of the text that says how it came in. */
    String originKey() {
        return "imports.origin." + one.origin().code();
    }

    Counts counts() {
        return one.counts();
    }

    /** Whether there is more to read. */
    boolean goesOn() {
        return one.state() == State.QUEUED || one.state() == State.RUNNING;
    }

    /** As states are shown: icon, colour, and the last part of the key of its word. */
    String state() {
        return switch (one.state()) {
            case QUEUED, RUNNING -> "open";
            case FAILED -> "fix";
            case DONE -> counts().failed() > 0 ? "watch" : "ok";
        };
    }

    /** What its state is, in words. */
    String stateText(Texts texts) {
        return switch (one.state()) {
            case QUEUED -> texts.of("imports.state.queued");
            case RUNNING -> texts.of("imports.state.running", one.percent());
            case FAILED -> texts.of("imports.state.stopped");
            case DONE ->
                    counts().failed() > 0
                            ? texts.of("imports.state.failed", counts().failed())
                            : texts.of("imports.state.done");
        };
    }

    /** How far it is, how fast, and for how long still. */
    String progress(Texts texts) {
        String done = texts.of("imports.progress", one.read(), one.expected());
        long seconds = Duration.between(one.created(), now).toSeconds();
        if (!goesOn() || one.read() == 0 || seconds < MEASURED.toSeconds()) {
            return done;
        }
        long left = (one.expected() - one.read()) * seconds / one.read();
        return texts.of("imports.progress.rate", done, Math.max(1, one.read() / seconds), left);
    }

    /** The same for readers of the screen, who are not told each second. */
    String spoken(Texts texts) {
        return goesOn()
                ? texts.of("imports.spoken", one.percent() / SPOKEN_STEP * SPOKEN_STEP)
                : texts.of("imports.spoken.done", counts().imported(), counts().failed());
    }
}
