package org.mailvane.traffic;

/** A domain was deleted between preparing reports and storing them: prepare them again. */
public final class DomainsChanged extends RuntimeException {

    private static final long serialVersionUID = 1;

    DomainsChanged() {
        super("a domain was deleted meanwhile", null, false, false);
    }
}
