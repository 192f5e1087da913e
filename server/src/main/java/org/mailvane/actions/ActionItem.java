package org.mailvane.actions;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;

/**
 * An issue or a task: something to do about a domain, from when it was found until it is solved.
 */
public sealed interface ActionItem permits Issue, Task {

    /** Returns the number, which is unique among issues, or among tasks. */
    long id();

    /** Returns the row of the domain that it is about. */
    DomainId domainId();

    /** Returns the name of that domain. */
    DomainName domain();

    /** Returns the health of a domain about which only this item is open. */
    DomainHealth health();

    /** Returns the tab of the domain's page that shows what it is about. */
    TaskCode.Tab tab();

    /** Returns when it was found. */
    Instant created();

    /** Returns when it was no longer found; null while it is open. */
    @Nullable Instant solvedAt();

    /** Returns whether users have ignored it. */
    boolean ignored();

    /** Returns whether the caller may change it. */
    boolean writable();
}
