package org.mailvane.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The pages of the settings, in the order of their tabs. */
enum SettingsTab {
    PROFILE(ProfileController.PATH, false),
    TOKEN(SettingsController.TOKEN_PATH, false),
    SESSIONS(SettingsController.SESSIONS_PATH, false),
    SECOND_FACTOR(SecondFactorController.PATH, false),
    USERS(UsersController.PATH, true),
    ACCOUNT(AccountController.PATH, true),
    ADDRESSES(WaysController.ADDRESSES_PATH, true),
    MAILBOXES(WaysController.MAILBOXES_PATH, true),
    OWN_SOURCES(CustomSourcesController.PATH, true),
    START(StartController.PATH, true);

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

    /** The tabs of who is an admin, or is not. */
    static List<SettingsTab> of(boolean admin) {
        return Arrays.stream(values()).filter(tab -> admin || !tab.admins).toList();
    }
}
