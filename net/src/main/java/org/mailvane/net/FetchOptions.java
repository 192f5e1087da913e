package org.mailvane.net;

import java.security.cert.X509Certificate;
import java.util.List;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * What an administrator decides about fetches.
 *
 * @param httpsPort the port of HTTPS
 * @param allowed networks that are fetched from although they are not public
 * @param authorities certificates that are trusted besides those of the JVM
 */
public record FetchOptions(
        int httpsPort, List<IpNetwork> allowed, List<X509Certificate> authorities) {

    /** Copies the lists. */
    public FetchOptions {
        allowed = List.copyOf(allowed);
        authorities = List.copyOf(authorities);
    }
}
