package org.mailvane.traffic.reclassify;

import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.Days;

/** A capability above that judges by rows, which get another source or category later. */
public interface RowsReclassified {

    /**
     * Rows of a domain on which advice rests are being classified, and may get another source or
     * category.
     *
     * @param days their days, from the first to the last
     */
    default void settling(Scope scope, DomainId domain, Days days) {}

    /** Nothing of a domain is being classified any more, unless it waits for DNS. */
    default void finished(Scope scope, DomainId domain) {}

    /**
     * Rows of a domain were classified again, and some got another source or category.
     *
     * @param changed their days, from the first to the last
     */
    void settled(Scope scope, DomainId domain, Days changed);
}
