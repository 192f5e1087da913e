package org.mailvane.web.parts;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.mailvane.web.frame.Routes;

/** The pages of the settings, in the order of their tabs: everybody's own, then admins'. */
public enum SettingsTab {
    PROFILE(Routes.PROFILE, false),
    TOKEN(Routes.TOKEN, false),
    SESSIONS(Routes.SESSIONS, false),
    SECOND_FACTOR(Routes.SECOND_FACTOR, false),
    USERS(Routes.USERS, true),
    ACCOUNT(Routes.ACCOUNT, true),
    ADDRESSES(Routes.REPORT_ADDRESSES, true),
    MAILBOXES(Routes.MAILBOXES, true),
    OWN_SOURCES(Routes.CUSTOM_SOURCES, true),
    START(Routes.START, true);

    private final String path;
    private final boolean admins;

    SettingsTab(String path, boolean admins) {
        this.path = path;
        this.admins = admins;
    }

    String path() {
        return path;
    }

    /** Its name in the bundles. */
    String key() {
        return "settings.tab." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Tabs that are shown side by side, since all of them would not fit.
     *
     * @param key what they are about, in the bundles
     */
    record Row(String key, List<SettingsTab> tabs) {}

    /** The tabs of who is an admin, or is not: their own, then those of the account. */
    static List<Row> rows(boolean admin) {
        return Stream.of(
                        new Row("settings.row.own", tabs(false)),
                        new Row("settings.row.account", admin ? tabs(true) : List.of()))
                .filter(row -> !row.tabs().isEmpty())
                .toList();
    }

    private static List<SettingsTab> tabs(boolean admins) {
        return Arrays.stream(values()).filter(tab -> tab.admins == admins).toList();
    }
}
