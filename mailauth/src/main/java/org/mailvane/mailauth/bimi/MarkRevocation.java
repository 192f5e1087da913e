package org.mailvane.mailauth.bimi;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.https.Https;

/** Asks whether certificates were revoked (RFC 5280, section 6.3). */
final class MarkRevocation {

    /** Octets of a list. */
    static final int MAX_LIST = 2_097_152;

    /** Lists that are fetched for one chain. */
    static final int MAX_LISTS = 4;

    /** Time limit for one list; it is the least important file. */
    static final Duration MAX_TIME = Duration.ofSeconds(5);

    private static final String LIST_NUMBER = "2.5.29.20";

    private final Https https;
    private final Instant now;
    private final FindingList findings;
    private int fetched;

    MarkRevocation(Https https, Instant now, FindingList findings) {
        this.https = https;
        this.now = now;
        this.findings = findings;
    }

    /** Asks for each certificate of a chain below its root. */
    void judge(MarkChain chain) {
        List<X509Certificate> path = chain.belowRoot();
        for (int i = 0; i < path.size(); i++) {
            judge(new MarkCertificate(path.get(i)), chain.issuers().get(i), i == 0);
        }
    }

    private void judge(MarkCertificate certificate, X509Certificate issuer, boolean isLeaf) {
        List<String> lists = certificate.revocationLists();
        if (lists.isEmpty()) {
            if (isLeaf) {
                findings.add(BimiFindings.CRL_MISSING, certificate.shortName());
            }
            return;
        }
        Optional<Finding> failure = Optional.empty();
        for (String list : lists) {
            if (fetched == MAX_LISTS) {
                break;
            }
            fetched++;
            failure = judge(certificate, issuer, list);
            if (failure.isEmpty()) {
                return;
            }
        }
        failure.ifPresent(findings::add);
    }

    /** Asks one list; what is wrong with the list is returned, so that the next may be tried. */
    private Optional<Finding> judge(
            MarkCertificate certificate, X509Certificate issuer, String address) {
        String name = certificate.shortName();
        Https.Fetched answer =
                https.get(
                        new Https.Request(
                                address, MAX_LIST, MAX_TIME, WebFile.MAX_REDIRECTS, true));
        if (answer instanceof Https.NoResponse none) {
            return Optional.of(
                    BimiFindings.CRL_UNREACHABLE.with(name, address, WebFile.words(none)));
        }
        Https.Response response = (Https.Response) answer;
        if (response.status() != 200) {
            return Optional.of(
                    BimiFindings.CRL_UNREACHABLE.with(
                            name, address, FindingPhrase.WEB_STATUS.with(response.status())));
        }
        X509CRL list;
        try {
            list =
                    (X509CRL)
                            CertificateFactory.getInstance("X.509")
                                    .generateCRL(new ByteArrayInputStream(response.body()));
            if (!list.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
                return Optional.of(broken(name, address, FindingPhrase.CRL_ISSUER));
            }
            list.verify(issuer.getPublicKey());
        } catch (GeneralSecurityException | RuntimeException unusable) {
            // The reader of the JDK throws many kinds for what is not a list.
            return Optional.of(broken(name, address, FindingPhrase.CRL_UNSIGNED));
        }
        return judge(certificate, list, address);
    }

    private Optional<Finding> judge(MarkCertificate certificate, X509CRL list, String address) {
        String name = certificate.shortName();
        X509CRLEntry entry = list.getRevokedCertificate(certificate.x509());
        if (entry != null) {
            findings.add(
                    BimiFindings.REVOKED,
                    name,
                    LocalDate.ofInstant(entry.getRevocationDate().toInstant(), ZoneOffset.UTC));
            return Optional.empty();
        }
        if (list.getExtensionValue(LIST_NUMBER) == null) {
            return Optional.of(broken(name, address, FindingPhrase.CRL_NUMBER));
        }
        if (list.getNextUpdate() != null && list.getNextUpdate().toInstant().isBefore(now)) {
            return Optional.of(broken(name, address, FindingPhrase.CRL_OUTDATED));
        }
        return Optional.empty();
    }

    private static Finding broken(String name, String address, FindingPhrase why) {
        return BimiFindings.CRL_BROKEN.with(name, address, why);
    }
}
