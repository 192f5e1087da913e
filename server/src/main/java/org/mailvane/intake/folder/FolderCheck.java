package org.mailvane.intake.folder;

import java.util.List;
import java.util.Optional;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.PlaceCheck;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.WatchDir;
import org.mailvane.text.MessageFormatter;
import org.springframework.stereotype.Component;

/** Looks whether the watched folders can be used. */
@Component
class FolderCheck implements PlaceCheck {

    private final Settings settings;
    private final AccountResolver receiver;

    FolderCheck(Settings settings, AccountResolver receiver) {
        this.settings = settings;
        this.receiver = receiver;
    }

    @Override
    public List<Result> check() {
        return settings.watchDirs().stream().map(this::check).toList();
    }

    private Result check(WatchDir watched) {
        String name = "watched folder " + watched;
        Optional<String> problem = watched.problem();
        if (problem.isPresent()) {
            return Result.bad(
                    name,
                    problem.get(),
                    "create it, give the service's user write access, or correct "
                            + Setting.WATCH_DIRS.variable());
        }
        try {
            receiver.accountId(watched.account());
            return Result.well(name, "readable and writable");
        } catch (AccountResolver.Unknown nobody) {
            return Result.bad(
                    name,
                    MessageFormatter.forPrograms().format(nobody.problem()),
                    "correct " + Setting.WATCH_DIRS.variable());
        }
    }
}
