package org.mailvane.web.frame;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.TaskCode;

/** The parts of a domain's page, each at a separate address. */
public enum DomainTab {
    OVERVIEW,
    SOURCES,
    RECORDS,
    ISSUES,
    HISTORY,
    TLS;

    /** Returns the tab that shows what an item is about; null if there is nothing to do. */
    public static @Nullable DomainTab of(TaskCode.Tab tab) {
        return switch (tab) {
            case RECORDS -> RECORDS;
            case SOURCES -> SOURCES;
            case TLS -> TLS;
            case NONE -> null;
        };
    }

    /** As addresses spell it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its name in the bundles. */
    public String key() {
        return "tab." + code();
    }

    /** The tab of an address; the first one where it names none. */
    public static DomainTab ofCode(String code) {
        return Arrays.stream(values())
                .filter(each -> each.code().equals(code))
                .findFirst()
                .orElse(OVERVIEW);
    }
}
