package org.mailvane.mailauth.bimi;

import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/** The certificates that mark certificates must lead to. */
public final class MarkRoots {

    private final List<X509Certificate> certificates;

    private MarkRoots(Collection<X509Certificate> certificates) {
        this.certificates = List.copyOf(certificates);
    }

    /** Those that come with the program. */
    public static MarkRoots bundled() {
        return new MarkRoots(List.of());
    }

    /** Others. */
    public static MarkRoots of(Collection<X509Certificate> certificates) {
        return new MarkRoots(certificates);
    }

    /** The certificates. */
    List<X509Certificate> certificates() {
        return certificates;
    }
}
