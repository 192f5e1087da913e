package org.mailvane.mailauth.bimi;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.PKIXParameters;
import java.security.cert.PKIXReason;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;

/**
 * The way from a mark certificate to a root.
 *
 * @param leaf the mark certificate
 * @param issuers those above it in order, the root at the end where one was found
 * @param isTrusted whether it leads to a root by the rules of RFC 5280, section 6.1
 */
record MarkChain(X509Certificate leaf, List<X509Certificate> issuers, boolean isTrusted) {

    /**
     * Finds the way among the certificates of a file.
     *
     * @return empty if the file has no mark certificate
     */
    static Optional<MarkChain> find(
            List<X509Certificate> file, MarkRoots roots, Instant now, FindingList findings) {
        Set<X509Certificate> certificates = new LinkedHashSet<>(file);
        if (certificates.size() < file.size()) {
            findings.add(BimiFindings.CHAIN_DUPLICATE);
        }
        List<X509Certificate> leaves =
                certificates.stream().filter(c -> c.getBasicConstraints() < 0).toList();
        if (leaves.isEmpty()) {
            if (!file.isEmpty()) {
                findings.add(BimiFindings.CHAIN_NO_LEAF);
            }
            return Optional.empty();
        }
        if (leaves.size() > 1) {
            findings.add(BimiFindings.CHAIN_SEVERAL, leaves.size());
        }
        X509Certificate leaf = leaves.getFirst();
        certificates.removeAll(leaves);
        List<X509Certificate> issuers = new ArrayList<>();
        boolean isComplete = climb(leaf, certificates, roots, issuers);
        List<X509Certificate> authorities =
                file.stream().distinct().filter(c -> c.getBasicConstraints() >= 0).toList();
        judgeOrder(file.getFirst().equals(leaf), authorities, issuers, findings);
        if (!isComplete) {
            X509Certificate last = issuers.isEmpty() ? leaf : issuers.getLast();
            findings.add(
                    BimiFindings.CHAIN_INCOMPLETE,
                    MarkCertificate.readable(last.getIssuerX500Principal()));
        }
        boolean isTrusted = isComplete && validate(leaf, issuers, now, findings);
        return Optional.of(new MarkChain(leaf, List.copyOf(issuers), isTrusted));
    }

    /** Its certificates below the root, the mark certificate first. */
    List<X509Certificate> belowRoot() {
        List<X509Certificate> path = new ArrayList<>(List.of(leaf));
        path.addAll(issuers.subList(0, Math.max(0, issuers.size() - 1)));
        return path;
    }

    /** Adds issuer after issuer. Returns whether it came to a root. */
    private static boolean climb(
            X509Certificate leaf,
            Set<X509Certificate> candidates,
            MarkRoots roots,
            List<X509Certificate> issuers) {
        X509Certificate last = leaf;
        while (true) {
            Optional<X509Certificate> root = issuerOf(last, roots.certificates());
            if (root.isPresent()) {
                issuers.add(root.get());
                return true;
            }
            Optional<X509Certificate> issuer = issuerOf(last, candidates);
            if (issuer.isEmpty()) {
                return false;
            }
            last = issuer.get();
            candidates.remove(last);
            issuers.add(last);
        }
    }

    /** The one that issued a certificate; if none did, one of the issuer's name. */
    private static Optional<X509Certificate> issuerOf(
            X509Certificate certificate, Collection<X509Certificate> candidates) {
        List<X509Certificate> named =
                candidates.stream()
                        .filter(candidate ->
                                candidate
                                        .getSubjectX500Principal()
                                        .equals(certificate.getIssuerX500Principal()))
                        .toList();
        return named.stream()
                .filter(candidate -> hasSigned(candidate, certificate))
                .findFirst()
                .or(() -> named.stream().findFirst());
    }

    private static boolean hasSigned(X509Certificate issuer, X509Certificate certificate) {
        PublicKey key = issuer.getPublicKey();
        try {
            if (!isBounded(key)) {
                return false;
            }
            certificate.verify(key);
            return true;
        } catch (GeneralSecurityException | RuntimeException no) {
            // Providers throw either for keys and signatures of kinds that they do not know.
            return false;
        }
    }

    /**
     * Whether the JDK bounds the numbers of a key. It does not of DSA, whose numbers may fill a
     * whole file, and with those one signature takes minutes; no mark certificate has such a key.
     */
    private static boolean isBounded(PublicKey key) {
        return key instanceof RSAKey || key instanceof ECKey || key instanceof EdECKey;
    }

    private static void judgeOrder(
            boolean isLeafFirst,
            List<X509Certificate> authorities,
            List<X509Certificate> issuers,
            FindingList findings) {
        List<X509Certificate> used =
                authorities.stream().filter(one -> indexOf(one, issuers) >= 0).toList();
        List<Integer> places = used.stream().map(one -> indexOf(one, issuers)).toList();
        if (!isLeafFirst || !places.equals(places.stream().sorted().toList())) {
            findings.add(BimiFindings.CHAIN_ORDER);
        }
        if (used.size() < authorities.size()) {
            findings.add(BimiFindings.CHAIN_UNUSED, authorities.size() - used.size());
        }
    }

    /**
     * Returns the index of the certificate among the issuers. The file may contain a root in a
     * different edition than this class, so only name and key are compared.
     */
    private static int indexOf(X509Certificate certificate, List<X509Certificate> issuers) {
        return IntStream.range(0, issuers.size())
                .filter(i -> isSameAuthority(certificate, issuers.get(i)))
                .findFirst()
                .orElse(-1);
    }

    private static boolean isSameAuthority(X509Certificate one, X509Certificate other) {
        return one.getSubjectX500Principal().equals(other.getSubjectX500Principal())
                && one.getPublicKey().equals(other.getPublicKey());
    }

    private static boolean validate(
            X509Certificate leaf,
            List<X509Certificate> issuers,
            Instant now,
            FindingList findings) {
        List<X509Certificate> path = new MarkChain(leaf, issuers, false).belowRoot();
        try {
            PKIXParameters rules =
                    new PKIXParameters(Set.of(new TrustAnchor(issuers.getLast(), null)));
            rules.setRevocationEnabled(false);
            rules.setDate(Date.from(withinLife(leaf, now)));
            rules.addCertPathChecker(new KnownExtensions());
            CertPathValidator.getInstance("PKIX")
                    .validate(
                            CertificateFactory.getInstance("X.509").generateCertPath(path), rules);
            return true;
        } catch (CertPathValidatorException invalid) {
            FindingPhrase reason = words(invalid.getReason());
            findings.add(
                    BimiFindings.CHAIN_INVALID,
                    invalid.getIndex() < 0
                            ? reason
                            : FindingPhrase.CHAIN_OF.with(
                                    reason, shortName(path.get(invalid.getIndex()))));
        } catch (GeneralSecurityException | RuntimeException other) {
            // Keys and signatures of kinds that the JDK does not know come as either.
            findings.add(BimiFindings.CHAIN_INVALID, FindingPhrase.CHAIN_KEY);
        }
        return false;
    }

    /** The mark certificate's own dates are judged elsewhere; here it is the chain's. */
    private static Instant withinLife(X509Certificate leaf, Instant now) {
        Instant begin = leaf.getNotBefore().toInstant();
        Instant end = leaf.getNotAfter().toInstant();
        return now.isBefore(begin) ? begin : now.isAfter(end) ? end : now;
    }

    private static String shortName(X509Certificate certificate) {
        return new MarkCertificate(certificate).shortName();
    }

    private static FindingPhrase words(@Nullable Reason reason) {
        if (reason instanceof BasicReason basic) {
            return switch (basic) {
                case EXPIRED -> FindingPhrase.CHAIN_EXPIRED;
                case NOT_YET_VALID -> FindingPhrase.CHAIN_NOT_YET;
                case INVALID_SIGNATURE -> FindingPhrase.CHAIN_SIGNATURE;
                case ALGORITHM_CONSTRAINED -> FindingPhrase.CHAIN_WEAK;
                default -> FindingPhrase.CHAIN_RULE;
            };
        }
        if (reason instanceof PKIXReason rule) {
            return switch (rule) {
                case NOT_CA_CERT, INVALID_KEY_USAGE -> FindingPhrase.CHAIN_ISSUER;
                case PATH_TOO_LONG -> FindingPhrase.CHAIN_LENGTH;
                case NAME_CHAINING -> FindingPhrase.CHAIN_NAMES;
                case UNRECOGNIZED_CRIT_EXT -> FindingPhrase.CHAIN_EXTENSION;
                case INVALID_NAME -> FindingPhrase.CHAIN_NAME;
                case INVALID_POLICY -> FindingPhrase.CHAIN_POLICY;
                default -> FindingPhrase.CHAIN_RULE;
            };
        }
        return FindingPhrase.CHAIN_RULE;
    }

    /**
     * Extensions that mark certificates may have as critical ones, and that are read elsewhere: the
     * mark of the pilot phase, and the logo.
     */
    private static final class KnownExtensions extends PKIXCertPathChecker {

        private static final Set<String> KNOWN =
                Set.of(MarkCertificate.PILOT, MarkCertificate.LOGOTYPE);

        @Override
        public void init(boolean forward) {}

        @Override
        public boolean isForwardCheckingSupported() {
            return true;
        }

        @Override
        public Set<String> getSupportedExtensions() {
            return KNOWN;
        }

        @Override
        public void check(Certificate certificate, Collection<String> unresolved) {
            unresolved.removeAll(KNOWN);
        }
    }
}
