package org.mailvane.mailauth.bimi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/** The certificates that mark certificates must lead to. */
public final class MarkRoots {

    private final List<X509Certificate> certificates;

    private MarkRoots(Collection<X509Certificate> certificates) {
        this.certificates = List.copyOf(certificates);
    }

    /**
     * Returns the roots that come with the program: those of issuers that receivers accept for
     * logos. The file contains its date; {@code tools/mark-roots.sh} creates it.
     */
    public static MarkRoots bundled() {
        return Bundled.ROOTS;
    }

    /** Others. */
    public static MarkRoots of(Collection<X509Certificate> certificates) {
        return new MarkRoots(certificates);
    }

    /** The certificates. */
    List<X509Certificate> certificates() {
        return certificates;
    }

    /** Read when they are needed first. */
    private static final class Bundled {

        private static final String FILE = "mark-roots.pem";
        private static final MarkRoots ROOTS = new MarkRoots(read());

        private static List<X509Certificate> read() {
            try (InputStream file = MarkRoots.class.getResourceAsStream(FILE)) {
                if (file == null) {
                    throw new IllegalStateException(FILE + " is not in the program");
                }
                MarkFile roots = MarkFile.parse(file.readAllBytes());
                if (!roots.findings().isEmpty()) {
                    throw new IllegalStateException(FILE + ": " + roots.findings());
                }
                return roots.certificates();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
