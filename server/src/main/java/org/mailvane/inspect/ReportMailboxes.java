package org.mailvane.inspect;

import java.util.Locale;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.platform.settings.Settings;

/**
 * The mailboxes of the intake domain: where commands have no database, it is not known which of
 * them are an account's.
 */
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
