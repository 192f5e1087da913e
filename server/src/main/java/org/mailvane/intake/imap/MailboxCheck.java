package org.mailvane.intake.imap;

import java.io.IOException;
import java.util.List;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.PlaceCheck;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.MessageFormatter;
import org.springframework.stereotype.Component;

/** Tries to open the mailboxes that the settings name. */
@Component
class MailboxCheck implements PlaceCheck {

    private static final String SET = "correct " + Setting.IMAP_URLS.variable();

    private final Settings settings;
    private final ImapSecrets secrets;
    private final AccountResolver receiver;

    MailboxCheck(Settings settings, ImapSecrets secrets, AccountResolver receiver) {
        this.settings = settings;
        this.secrets = secrets;
        this.receiver = receiver;
    }

    @Override
    public List<Result> check() {
        List<ImapUrl> urls = settings.imapUrls();
        return urls.stream().map(url -> check(url, "mailbox " + url.nameAmong(urls))).toList();
    }

    private Result check(ImapUrl url, String name) {
        try {
            Scope scope = Scope.ofAccount(receiver.accountId(url.account()));
            try (ImapSession session = secrets.open(scope, url, ImapTimes.USUAL)) {
                return Result.well(name, "readable, " + session.count() + " mails");
            }
        } catch (AccountResolver.Unknown nobody) {
            return Result.bad(name, MessageFormatter.forPrograms().format(nobody.problem()), SET);
        } catch (SignInRefused refused) {
            return Result.bad(
                    name,
                    "sign-in refused. " + MessageFormatter.forPrograms().format(refused.problem()),
                    url.oauth().isEmpty()
                            ? SET + ": user and password"
                            : "get a new refresh token and set MAILVANE_OAUTH_"
                                    + url.oauth()
                                    + "_REFRESH_TOKEN");
        } catch (IOException broken) {
            return Result.bad(
                    name,
                    "can't be read: "
                            + MessageFormatter.forPrograms().format(MailboxReader.reason(broken)),
                    SET + ", or check whether this machine can reach the server");
        }
    }
}
