package org.mailvane.mailauth.bimi;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERIA5String;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLDistPoint;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CertificatePolicies;
import org.bouncycastle.asn1.x509.DistributionPoint;
import org.bouncycastle.asn1.x509.DistributionPointName;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.PolicyInformation;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Makes mark certificates, with their own root and issuer. Everything has the value of a valid
 * certificate until a test changes it.
 */
final class MarkMaker {

    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    static final String LEAF_LIST = "http://crl.example.net/leaf.crl";
    static final String ISSUER_LIST = "http://crl.example.net/issuer.crl";

    static final String LOGO =
            """
            <svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 96 96">
              <title>Example Ltd</title>
              <desc>A red disc</desc>
              <rect width="96" height="96" fill="#ffffff"/>
              <circle cx="48" cy="48" r="40" fill="#cc0000"/>
            </svg>
            """;

    private static final String BRAND = "1.3.6.1.5.5.7.3.31";
    private static final String TIMESTAMPS = "1.3.6.1.4.1.11129.2.4.2";
    private static final String MARK_POLICY = "1.3.6.1.4.1.53087.1.1";
    private static final String SHA256 = "2.16.840.1.101.3.4.2.1";

    private static final KeyPair ROOT_KEY = key();
    private static final KeyPair ISSUER_KEY = key();
    private static final KeyPair LEAF_KEY = key();

    private final Map<SubjectField, String> subject = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>(List.of("example.com"));
    private Instant starts = Instant.parse("2026-01-01T00:00:00Z");
    private Instant expires = Instant.parse("2027-01-01T00:00:00Z");
    private Instant issuerExpires = Instant.parse("2036-01-01T00:00:00Z");
    private String usage = BRAND;
    private String issuerUsage = BRAND;
    private String policy = MARK_POLICY;
    private byte[] logotype = dataUri("image/svg+xml", packed(LOGO));
    private byte[] checksum = sha256(LOGO);
    private boolean hasLogo = true;
    private boolean isLogoCritical;
    private boolean hasTimestamps = true;
    private boolean hasPilot;
    private boolean hasConstraints;
    private boolean hasUnknownCritical;
    private int lists = 1;
    private boolean isForged;

    MarkMaker() {
        subject.put(SubjectField.ORGANIZATION, "Example Ltd");
        subject.put(SubjectField.COUNTRY, "GB");
        subject.put(SubjectField.LOCALITY, "London");
        subject.put(SubjectField.STREET, "1 Example Road");
        subject.put(SubjectField.BUSINESS_CATEGORY, "Private Organization");
        subject.put(SubjectField.SERIAL_NUMBER, "12345");
        subject.put(SubjectField.JURISDICTION_COUNTRY, "GB");
        subject.put(SubjectField.MARK_TYPE, "Registered Mark");
        subject.put(SubjectField.TRADEMARK_COUNTRY, "GB");
        subject.put(SubjectField.TRADEMARK_IDENTIFIER, "UK00001");
    }

    MarkMaker with(SubjectField field, String value) {
        subject.put(field, value);
        return this;
    }

    MarkMaker without(SubjectField... fields) {
        for (SubjectField field : fields) {
            subject.remove(field);
        }
        return this;
    }

    /** Without the fields of registered trademarks. */
    MarkMaker ofType(String type) {
        return without(SubjectField.TRADEMARK_COUNTRY, SubjectField.TRADEMARK_IDENTIFIER)
                .with(SubjectField.MARK_TYPE, type);
    }

    MarkMaker names(String... domains) {
        names.clear();
        names.addAll(List.of(domains));
        return this;
    }

    MarkMaker from(String day) {
        starts = Instant.parse(day + "T00:00:00Z");
        return this;
    }

    MarkMaker until(String day) {
        expires = Instant.parse(day + "T00:00:00Z");
        return this;
    }

    MarkMaker issuerUntil(String day) {
        issuerExpires = Instant.parse(day + "T00:00:00Z");
        return this;
    }

    MarkMaker forWebServers() {
        usage = "1.3.6.1.5.5.7.3.1";
        return this;
    }

    MarkMaker byIssuerForWebServers() {
        issuerUsage = "1.3.6.1.5.5.7.3.1";
        return this;
    }

    MarkMaker ofOtherPolicy() {
        policy = "2.23.140.1.2.2";
        return this;
    }

    MarkMaker withoutTimestamps() {
        hasTimestamps = false;
        return this;
    }

    MarkMaker ofPilot() {
        hasPilot = true;
        return this;
    }

    MarkMaker withConstraints() {
        hasConstraints = true;
        return this;
    }

    MarkMaker withUnknownCritical() {
        hasUnknownCritical = true;
        return this;
    }

    MarkMaker withoutList() {
        return withLists(0);
    }

    /**
     * With so many places for the list of revoked certificates; where there are several, none has
     * one.
     */
    MarkMaker withLists(int count) {
        lists = count;
        return this;
    }

    /** Signed by another key than the issuer's. */
    MarkMaker forged() {
        isForged = true;
        return this;
    }

    MarkMaker withoutLogo() {
        hasLogo = false;
        return this;
    }

    MarkMaker withCriticalLogo() {
        isLogoCritical = true;
        return this;
    }

    MarkMaker logo(String svg) {
        logotype = dataUri("image/svg+xml", packed(svg));
        checksum = sha256(svg);
        return this;
    }

    MarkMaker plainLogo(String svg) {
        logotype = dataUri("image/svg+xml", svg.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    MarkMaker logoAt(String address) {
        logotype = address.getBytes(StandardCharsets.US_ASCII);
        return this;
    }

    MarkMaker checksumOf(String text) {
        checksum = sha256(text);
        return this;
    }

    X509Certificate root() {
        X500Name name = new X500Name("C=GB,O=Example Trust,CN=Example Mark Root");
        return build(
                builder(
                                name,
                                name,
                                ROOT_KEY,
                                Instant.parse("2020-01-01T00:00:00Z"),
                                issuerExpires,
                                1)
                        .addAuthority(),
                ROOT_KEY);
    }

    X509Certificate issuer() {
        Builder builder =
                builder(
                        new X500Name("C=GB,O=Example Trust,CN=Example Mark Root"),
                        new X500Name("C=GB,O=Example Trust,CN=Example Mark Issuer"),
                        ISSUER_KEY,
                        Instant.parse("2020-01-01T00:00:00Z"),
                        issuerExpires,
                        2);
        return build(
                builder.addAuthority()
                        .add(Extension.extendedKeyUsage, false, usage(issuerUsage))
                        .add(Extension.cRLDistributionPoints, false, lists(ISSUER_LIST)),
                ROOT_KEY);
    }

    X509Certificate leaf() {
        X500NameBuilder name = new X500NameBuilder();
        subject.forEach((field, value) ->
                name.addRDN(new ASN1ObjectIdentifier(field.oid()), new DERUTF8String(value)));
        Builder builder =
                builder(
                                new X500Name("C=GB,O=Example Trust,CN=Example Mark Issuer"),
                                name.build(),
                                LEAF_KEY,
                                starts,
                                expires,
                                3)
                        .add(Extension.basicConstraints, true, new BasicConstraints(false))
                        .add(Extension.extendedKeyUsage, false, usage(usage))
                        .add(
                                Extension.certificatePolicies,
                                false,
                                new CertificatePolicies(
                                        new PolicyInformation(new ASN1ObjectIdentifier(policy))));
        if (!names.isEmpty()) {
            builder.add(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(
                            names.stream()
                                    .map(n -> new GeneralName(GeneralName.dNSName, n))
                                    .toArray(GeneralName[]::new)));
        }
        if (lists > 0) {
            String[] places = new String[lists];
            for (int i = 0; i < lists; i++) {
                places[i] = lists == 1 ? LEAF_LIST : LEAF_LIST + "." + i;
            }
            builder.add(Extension.cRLDistributionPoints, false, lists(places));
        }
        if (hasLogo) {
            builder.add(oid(MarkCertificate.LOGOTYPE), isLogoCritical, logotype());
        }
        if (hasTimestamps) {
            builder.add(oid(TIMESTAMPS), false, new DEROctetString(new byte[] {0, 4, 0, 2, 1, 1}));
        }
        if (hasPilot) {
            builder.add(oid(MarkCertificate.PILOT), true, DERNull.INSTANCE);
        }
        if (hasUnknownCritical) {
            builder.add(oid("1.3.6.1.4.1.99999.1"), true, DERNull.INSTANCE);
        }
        if (hasConstraints) {
            GeneralName within = new GeneralName(GeneralName.dNSName, "example.com");
            builder.add(
                    Extension.nameConstraints,
                    true,
                    new NameConstraints(new GeneralSubtree[] {new GeneralSubtree(within)}, null));
        }
        return build(builder, isForged ? LEAF_KEY : ISSUER_KEY);
    }

    /** The file as it is to be published: mark certificate, issuer. */
    byte[] file() {
        return pem(leaf(), issuer());
    }

    /** A list of revoked certificates of the issuer of mark certificates. */
    static byte[] revocationList(boolean isRevoked, String nextUpdate, boolean hasNumber) {
        return list(
                "C=GB,O=Example Trust,CN=Example Mark Issuer",
                ISSUER_KEY,
                isRevoked ? 3 : 99,
                nextUpdate,
                hasNumber);
    }

    /** A list of revoked certificates of the root. */
    static byte[] rootList(boolean isRevoked) {
        return list(
                "C=GB,O=Example Trust,CN=Example Mark Root",
                ROOT_KEY,
                isRevoked ? 2 : 99,
                "2026-12-01",
                true);
    }

    /** A list of the issuer's name that another signed. */
    static byte[] forgedList() {
        return list(
                "C=GB,O=Example Trust,CN=Example Mark Issuer", LEAF_KEY, 99, "2026-12-01", true);
    }

    private static byte[] list(
            String issuer, KeyPair key, int revoked, String nextUpdate, boolean hasNumber) {
        X509v2CRLBuilder list =
                new X509v2CRLBuilder(
                        new X500Name(issuer), Date.from(Instant.parse("2026-11-01T00:00:00Z")));
        list.setNextUpdate(Date.from(Instant.parse(nextUpdate + "T00:00:00Z")));
        list.addCRLEntry(
                BigInteger.valueOf(revoked), Date.from(Instant.parse("2026-11-02T00:00:00Z")), 1);
        try {
            if (hasNumber) {
                list.addExtension(Extension.cRLNumber, false, new CRLNumber(BigInteger.TEN));
            }
            return list.build(
                            new JcaContentSignerBuilder("SHA256withECDSA").build(key.getPrivate()))
                    .getEncoded();
        } catch (IOException | OperatorCreationException defect) {
            throw new IllegalStateException(defect);
        }
    }

    static byte[] pem(X509Certificate... certificates) {
        StringBuilder text = new StringBuilder("# comments may stand before\n");
        try {
            for (X509Certificate certificate : certificates) {
                text.append("-----BEGIN CERTIFICATE-----\n")
                        .append(
                                Base64.getMimeEncoder(64, new byte[] {'\n'})
                                        .encodeToString(certificate.getEncoded()))
                        .append("\n-----END CERTIFICATE-----\n");
            }
        } catch (GeneralSecurityException defect) {
            throw new IllegalStateException(defect);
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] packed(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException defect) {
            throw new IllegalStateException(defect);
        }
        return packed.toByteArray();
    }

    private static byte[] dataUri(String mediaType, byte[] file) {
        return ("data:" + mediaType + ";base64," + Base64.getEncoder().encodeToString(file))
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException defect) {
            throw new IllegalStateException(defect);
        }
    }

    /** LogotypeExtn with subjectLogo, direct, one image (RFC 9399, appendix A). */
    private ASN1Encodable logotype() {
        DERSequence hash =
                new DERSequence(
                        new ASN1Encodable[] {
                            new DERSequence(oid(SHA256)), new DEROctetString(checksum)
                        });
        DERSequence details =
                new DERSequence(
                        new ASN1Encodable[] {
                            new DERIA5String("image/svg+xml"),
                            new DERSequence(hash),
                            new DERSequence(
                                    new DERIA5String(
                                            new String(logotype, StandardCharsets.US_ASCII)))
                        });
        DERSequence data = new DERSequence(new DERSequence(new DERSequence(details)));
        return new DERSequence(new DERTaggedObject(true, 2, new DERTaggedObject(false, 0, data)));
    }

    private static ASN1ObjectIdentifier oid(String oid) {
        return new ASN1ObjectIdentifier(oid);
    }

    private static ExtendedKeyUsage usage(String usage) {
        return new ExtendedKeyUsage(KeyPurposeId.getInstance(oid(usage)));
    }

    private static CRLDistPoint lists(String... addresses) {
        return new CRLDistPoint(
                Stream.of(addresses)
                        .map(address ->
                                new GeneralName(GeneralName.uniformResourceIdentifier, address))
                        .map(name -> new DistributionPointName(new GeneralNames(name)))
                        .map(name -> new DistributionPoint(name, null, null))
                        .toArray(DistributionPoint[]::new));
    }

    private static KeyPair key() {
        try {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
            keys.initialize(new ECGenParameterSpec("secp256r1"));
            return keys.generateKeyPair();
        } catch (GeneralSecurityException defect) {
            throw new IllegalStateException(defect);
        }
    }

    private record Builder(X509v3CertificateBuilder certificate) {

        Builder add(ASN1ObjectIdentifier oid, boolean isCritical, ASN1Encodable value) {
            try {
                certificate.addExtension(oid, isCritical, value);
                return this;
            } catch (IOException defect) {
                throw new IllegalStateException(defect);
            }
        }

        Builder addAuthority() {
            return add(Extension.basicConstraints, true, new BasicConstraints(true));
        }
    }

    private static Builder builder(
            X500Name issuer,
            X500Name subject,
            KeyPair key,
            Instant starts,
            Instant expires,
            int number) {
        return new Builder(
                new JcaX509v3CertificateBuilder(
                        issuer,
                        BigInteger.valueOf(number),
                        Date.from(starts),
                        Date.from(expires),
                        subject,
                        key.getPublic()));
    }

    private static X509Certificate build(Builder builder, KeyPair signer) {
        try {
            X509CertificateHolder holder =
                    builder.certificate()
                            .build(
                                    new JcaContentSignerBuilder("SHA256withECDSA")
                                            .build(signer.getPrivate()));
            return new JcaX509CertificateConverter().getCertificate(holder);
        } catch (GeneralSecurityException | OperatorCreationException defect) {
            throw new IllegalStateException(defect);
        }
    }
}
