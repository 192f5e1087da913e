package org.mailvane.inspect;

import java.util.Locale;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.settings.Settings;

/** The mailboxes at which everybody here has reports taken: those of the intake domain. */
final class ReportMailboxes implements ServiceAddresses {

    private final String domain;

    ReportMailboxes(Settings settings) {
        this.domain = settings.intakeDomain().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean include(String mailbox) {
        int at = mailbox.lastIndexOf('@');
        return at > 0 && mailbox.substring(at + 1).toLowerCase(Locale.ROOT).equals(domain);
    }
}
