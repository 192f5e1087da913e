package org.mailvane.mailauth.bimi;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.mailvane.mailauth.der.Der;

/** A certificate, with what mark certificates have in it. Nothing here throws. */
final class MarkCertificate {

    static final String LOGOTYPE = "1.3.6.1.5.5.7.1.12";
    static final String PILOT = "1.3.6.1.4.1.53087.4.1";
    static final String NAME_CONSTRAINTS = "2.5.29.30";

    /** Brand indicators (draft-fetch-validation-vmc-wchuang, section 4.4). */
    private static final String BRAND_INDICATORS = "1.3.6.1.5.5.7.3.31";

    private static final String MARK_POLICY = "1.3.6.1.4.1.53087.1.1";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String DISTRIBUTION_POINTS = "2.5.29.31";
    private static final String POLICIES = "2.5.29.32";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String TIMESTAMPS = "1.3.6.1.4.1.11129.2.4.2";

    /** A name of a host in a list of names (RFC 5280, section 4.2.1.6). */
    private static final int DNS_NAME = 0x82;

    /** A URI in such a list. */
    private static final int URI_NAME = 0x86;

    /** Names, addresses and fields of one certificate that are read. */
    static final int MAX_VALUES = 200;

    /** Fields that RFC 2253 itself has short names for: CN, C, L, ST, STREET, O, OU. */
    private static final Set<SubjectField> SHORT =
            EnumSet.of(
                    SubjectField.COMMON_NAME,
                    SubjectField.COUNTRY,
                    SubjectField.LOCALITY,
                    SubjectField.STATE,
                    SubjectField.STREET,
                    SubjectField.ORGANIZATION,
                    SubjectField.ORGANIZATIONAL_UNIT);

    private static final Map<String, String> NAMES =
            EnumSet.complementOf(EnumSet.copyOf(SHORT)).stream()
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    SubjectField::oid, SubjectField::toString));

    private final X509Certificate certificate;
    private final Map<String, String> subject;

    MarkCertificate(X509Certificate certificate) {
        this.certificate = certificate;
        this.subject = fields(certificate.getSubjectX500Principal());
    }

    X509Certificate x509() {
        return certificate;
    }

    Instant starts() {
        return certificate.getNotBefore().toInstant();
    }

    Instant expires() {
        return certificate.getNotAfter().toInstant();
    }

    /** Its issuer's name for people. */
    String issuer() {
        return readable(certificate.getIssuerX500Principal());
    }

    /** Its subject's name for people. */
    String subject() {
        return readable(certificate.getSubjectX500Principal());
    }

    /** Returns its name for a sentence: its common name, or its organisation. */
    String shortName() {
        return field(SubjectField.COMMON_NAME)
                .or(() -> field(SubjectField.ORGANIZATION))
                .orElseGet(this::subject);
    }

    /** A field of its subject. */
    Optional<String> field(SubjectField field) {
        return Optional.ofNullable(subject.get(field.oid())).filter(value -> !value.isBlank());
    }

    /** The domains that it names, in lower case. */
    List<String> domains() {
        return extension(ALTERNATIVE_NAMES).stream()
                .flatMap(names -> names.children().stream())
                .filter(name -> name.is(DNS_NAME))
                .map(name -> name.text().toLowerCase(Locale.ROOT))
                .limit(MAX_VALUES)
                .toList();
    }

    /** Returns the URLs of the certificate revocation lists. */
    List<String> revocationLists() {
        return extension(DISTRIBUTION_POINTS).stream()
                .flatMap(Der::walk)
                .filter(name -> name.is(URI_NAME))
                .map(Der::text)
                .limit(MAX_VALUES)
                .toList();
    }

    /** Whether it is meant for logos. */
    boolean isForLogos() {
        return hasOid(EXTENDED_KEY_USAGE, BRAND_INDICATORS);
    }

    /** Whether it says that it was issued by the rules for mark certificates. */
    boolean hasMarkPolicy() {
        return hasOid(POLICIES, MARK_POLICY);
    }

    /** Whether it has at least one timestamp of a public log (RFC 6962, section 3.3). */
    boolean hasTimestamp() {
        int emptyList = 2;
        return extension(TIMESTAMPS)
                .filter(list -> list.is(Der.OCTET_STRING) && list.content().length > emptyList)
                .isPresent();
    }

    /** The logo in it, or what is wrong with it; empty if it has none. */
    Optional<Logotype> logotype() {
        return extension(LOGOTYPE).map(Logotype::of);
    }

    boolean has(String extension) {
        return certificate.getExtensionValue(extension) != null;
    }

    private boolean hasOid(String extension, String oid) {
        return extension(extension).stream()
                .flatMap(Der::walk)
                .anyMatch(value -> value.oid().equals(oid));
    }

    private Optional<Der> extension(String oid) {
        return Optional.ofNullable(certificate.getExtensionValue(oid))
                .flatMap(Der::parse)
                .flatMap(Der::inner);
    }

    private static Map<String, String> fields(X500Principal name) {
        Map<String, String> fields = new LinkedHashMap<>();
        Der.parse(name.getEncoded()).stream()
                .flatMap(whole -> whole.children().stream())
                .flatMap(set -> set.children().stream())
                .map(Der::children)
                .filter(pair -> pair.size() == 2)
                .limit(MAX_VALUES)
                .forEach(pair -> fields.putIfAbsent(pair.getFirst().oid(), pair.getLast().text()));
        return fields;
    }

    static String readable(X500Principal name) {
        return name.getName(X500Principal.RFC2253, NAMES);
    }
}
