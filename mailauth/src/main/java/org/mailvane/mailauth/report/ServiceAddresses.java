package org.mailvane.mailauth.report;

/** Knows the mailboxes at which this service takes reports. */
@FunctionalInterface
public interface ServiceAddresses {

    /** A service that takes none. */
    ServiceAddresses NONE = mailbox -> false;

    /** Whether mail to this mailbox, {@code local@domain}, comes to the service. */
    boolean include(String mailbox);
}
