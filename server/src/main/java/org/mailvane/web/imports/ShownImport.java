package org.mailvane.web.imports;

import java.time.Duration;
import java.util.Optional;
import org.mailvane.intake.files.ImportPace;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.Import;
import org.mailvane.intake.ledger.Import.State;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;

/**
 * An import as pages show it.
 *
 * @param one what it is
 * @param pace how fast it is read; empty where it is not, or nothing is known of that yet
 */
record ShownImport(Import one, Optional<ImportPace> pace) {

    /** What was read in less time says nothing of what is left. */
    private static final Duration MEASURED = Duration.ofSeconds(2);

    /** From so long on, what is left is said in minutes. */
    private static final Duration LONG = Duration.ofMinutes(2);

    /** Percent of which readers of the screen are told: each change interrupts them. */
    private static final int SPOKEN_STEP = 25;

    String path() {
        return Routes.importOf(one.id());
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
        return pace.filter(lately -> lately.time().compareTo(MEASURED) >= 0)
                .map(lately -> rate(texts, done, lately))
                .orElse(done);
    }

    private String rate(Texts texts, String done, ImportPace lately) {
        long seconds = lately.time().toSeconds();
        long left = Math.max(1, (one.expected() - one.read()) * seconds / lately.read());
        String time =
                left < LONG.toSeconds()
                        ? texts.of("imports.left.seconds", left)
                        : texts.of("imports.left.minutes", left / 60);
        return lately.read() < seconds
                ? texts.of("imports.progress.slow", done, lately.read() * 60 / seconds, time)
                : texts.of("imports.progress.rate", done, lately.read() / seconds, time);
    }

    /** The same for readers of the screen, who are not told each second. */
    String spoken(Texts texts) {
        return goesOn()
                ? texts.of("imports.spoken", one.percent() / SPOKEN_STEP * SPOKEN_STEP)
                : texts.of("imports.spoken.done", counts().imported(), counts().failed());
    }
}
