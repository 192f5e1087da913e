package org.mailvane.web.frame;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which issues, or tasks, a list shows. */
public enum ItemState {
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

    public boolean solved() {
        return solved;
    }

    /** Whether they are ignored; null for both. */
    public @Nullable Boolean ignored() {
        return ignored;
    }

    /** As addresses spell it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ItemState> ofCode(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }
}
