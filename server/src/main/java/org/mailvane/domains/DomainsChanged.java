package org.mailvane.domains;

/** A domain came or went between looking for it and storing reports about it: look again. */
public final class DomainsChanged extends RuntimeException {

    private static final long serialVersionUID = 1;

    DomainsChanged() {
        super("a domain came or went meanwhile", null, false, false);
    }
}
