package org.mailvane.net;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.HttpClientHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.https.Https.Reason;

/** TLS of fetches: who is trusted, whose certificate is whose, and what exactly went wrong. */
final class FetchTls {

    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    /** Causes of an exception that are looked at: they may lead in a circle. */
    private static final int MAX_CAUSES = 20;

    private final List<X509Certificate> authorities;
    private @Nullable SSLContext context;

    /** TLS that trusts whom the JVM trusts, and these. */
    FetchTls(List<X509Certificate> authorities) {
        this.authorities = List.copyOf(authorities);
    }

    /** TLS with one host, and with no other. */
    TlsSocketStrategy with(String host) {
        return new DefaultClientTlsStrategy(
                context(), HostnameVerificationPolicy.CLIENT, new Names(host));
    }

    /** Made when it is first needed: reading the JVM's certificates would slow every start. */
    private synchronized SSLContext context() {
        if (context == null) {
            context = context(authorities);
        }
        return context;
    }

    private static SSLContext context(List<X509Certificate> authorities) {
        try {
            KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
            roots.load(null, null);
            for (X509Certificate root : jvmRoots()) {
                roots.setCertificateEntry("jvm-" + roots.size(), root);
            }
            for (X509Certificate authority : authorities) {
                roots.setCertificateEntry("extra-" + roots.size(), authority);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(roots), null);
            return context;
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<X509Certificate> jvmRoots() throws GeneralSecurityException {
        for (TrustManager manager : managers(null)) {
            if (manager instanceof X509TrustManager x509) {
                return List.of(x509.getAcceptedIssuers());
            }
        }
        return List.of();
    }

    private static TrustManager[] managers(@Nullable KeyStore roots)
            throws GeneralSecurityException {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(roots);
        return factory.getTrustManagers();
    }

    /**
     * Compares names as RFC 9525, section 6 does: only those that certificates have for it, never
     * the common name; a wildcard is the whole left-most label and stands for exactly one.
     *
     * @param expected the host of the address; the client hands its own form of it, which differs
     */
    private record Names(String expected) implements HttpClientHostnameVerifier {

        @Override
        public boolean verify(String host, SSLSession session) {
            try {
                Certificate[] chain = session.getPeerCertificates();
                return chain[0] instanceof X509Certificate leaf && isOf(expected, leaf);
            } catch (SSLPeerUnverifiedException none) {
                return false;
            }
        }

        @Override
        public void verify(String host, X509Certificate certificate) throws SSLException {
            if (!isOf(expected, certificate)) {
                throw new SSLPeerUnverifiedException(String.join(", ", names(certificate)));
            }
        }
    }

    /** Whether a certificate is a host's. */
    static boolean isOf(String host, X509Certificate certificate) {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        Optional<IpAddress> address = IpAddress.parse(bare);
        return alternatives(certificate).stream()
                .anyMatch(name ->
                        switch (name.get(0)) {
                            case Integer kind when kind == DNS_NAME ->
                                    address.isEmpty() && matches(bare, name.get(1).toString());
                            case Integer kind when kind == IP_ADDRESS ->
                                    address.isPresent()
                                            && IpAddress.parse(name.get(1).toString())
                                                    .equals(address);
                            default -> false;
                        });
    }

    private static boolean matches(String host, String name) {
        String presented = name.toLowerCase(Locale.ROOT);
        if (!presented.startsWith("*.")) {
            return host.toLowerCase(Locale.ROOT).equals(presented);
        }
        String rest = presented.substring(2);
        int dot = host.indexOf('.');
        // Below a top-level domain a wildcard would match everybody.
        return dot > 0
                && rest.indexOf('.') > 0
                && rest.indexOf('*') < 0
                && host.substring(dot + 1).toLowerCase(Locale.ROOT).equals(rest);
    }

    /** The host names that a certificate is for. */
    private static List<String> names(X509Certificate certificate) {
        return alternatives(certificate).stream()
                .filter(name -> name.get(0).equals(DNS_NAME))
                .map(name -> name.get(1).toString())
                .toList();
    }

    private static Collection<List<?>> alternatives(X509Certificate certificate) {
        try {
            @Nullable Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException malformed) {
            return List.of();
        }
    }

    /** What a failed handshake means. */
    static NoFetch failure(SSLException failed) {
        if (failed instanceof SSLPeerUnverifiedException names) {
            String certified = String.valueOf(names.getMessage());
            return certified.isEmpty()
                    ? new NoFetch(Reason.CERTIFICATE_WITHOUT_NAMES)
                    : new NoFetch(Reason.CERTIFICATE_NAME, certified);
        }
        boolean ofCertificate = false;
        @Nullable Throwable cause = failed;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (isExpired(cause)) {
                return new NoFetch(Reason.CERTIFICATE_EXPIRED);
            }
            if (isNotYetValid(cause)) {
                return new NoFetch(Reason.CERTIFICATE_NOT_YET);
            }
            ofCertificate |= cause instanceof CertificateException;
            cause = cause.getCause();
        }
        return ofCertificate
                ? new NoFetch(Reason.CERTIFICATE_UNTRUSTED)
                : new NoFetch(Reason.HANDSHAKE, String.valueOf(failed.getMessage()));
    }

    private static boolean isExpired(Throwable cause) {
        return cause instanceof CertificateExpiredException
                || (cause instanceof CertPathValidatorException path
                        && path.getReason() == BasicReason.EXPIRED);
    }

    private static boolean isNotYetValid(Throwable cause) {
        return cause instanceof CertificateNotYetValidException
                || (cause instanceof CertPathValidatorException path
                        && path.getReason() == BasicReason.NOT_YET_VALID);
    }
}
