package org.mailvane.web;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which issues, or tasks, a list shows. */
enum ItemState {
    OPEN(false, false),
    IGNORED(false, true),
    /** Ignored or not. */
    SOLVED(true, null);

    private final boolean solved;
    private final @Nullable Boolean ignored;

    ItemState(boolean solved, @Nullable Boolean ignored) {
        this.solved = solved;
        this.ignored = ignored;
    }

    boolean solved() {
        return solved;
    }

    /** Whether they are ignored; null for both. */
    @Nullable Boolean ignored() {
        return ignored;
    }

    /** As addresses spell it. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<ItemState> ofCode(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }
}
