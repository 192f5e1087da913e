package org.mailvane.issues;

import java.time.Instant;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;

/** An issue or a task. */
public sealed interface ActionItem permits Issue, Task {

    /** Its number, among those of its kind. */
    long id();

    /** The row of the domain that it is about. */
    DomainId domainId();

    /** The name of that. */
    DomainName domain();

    /** Returns the health of a domain about which only this item is open. */
    DomainHealth standing();

    /** Since when it is known. */
    Instant created();

    /** Whether people want to hear no more of it. */
    boolean ignored();

    /** Whether the caller may change it. */
    boolean writable();
}
