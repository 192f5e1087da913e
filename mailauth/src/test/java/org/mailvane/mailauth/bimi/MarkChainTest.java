package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.DSAPublicKeySpec;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Random;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.CpuTime;
import org.mailvane.mailauth.finding.FindingList;

class MarkChainTest {

    /** Numbers of this size take minutes to compute with, and a file has room for larger ones. */
    private static final int BITS = 300_000;

    private static final Duration SOON = Duration.ofSeconds(5);

    @Test
    void aKeyOfHugeNumbersIsNotComputedWith() throws Exception {
        BigInteger modulus = new BigInteger(BITS, new Random(1)).setBit(BITS - 1).setBit(0);
        BigInteger subgroup = BigInteger.ONE.shiftLeft(256).subtract(BigInteger.ONE);
        PublicKey huge =
                KeyFactory.getInstance("DSA")
                        .generatePublic(
                                new DSAPublicKeySpec(
                                        modulus.shiftRight(1),
                                        modulus,
                                        subgroup,
                                        modulus.shiftRight(2)));
        KeyPair signer = signer();
        X509Certificate issuer = certificate("CN=Issuer", "CN=Nobody", huge, signer, true);
        X509Certificate leaf =
                certificate("CN=Leaf", "CN=Issuer", signer.getPublic(), signer, false);
        FindingList findings = new FindingList();

        long start = CpuTime.now();
        MarkChain chain =
                MarkChain.find(List.of(leaf, issuer), MarkRoots.bundled(), MarkMaker.NOW, findings)
                        .orElseThrow();
        assertThat(CpuTime.since(start)).isLessThan(SOON);

        assertThat(chain.isTrusted()).isFalse();
        assertThat(chain.issuers()).containsExactly(issuer);
    }

    private static KeyPair signer() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("DSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static X509Certificate certificate(
            String subject, String issuer, PublicKey key, KeyPair signer, boolean isAuthority)
            throws Exception {
        PrivateKey signing = signer.getPrivate();
        return new JcaX509CertificateConverter()
                .getCertificate(
                        new JcaX509v3CertificateBuilder(
                                        new X500Name(issuer),
                                        BigInteger.ONE,
                                        Date.from(MarkMaker.NOW),
                                        Date.from(MarkMaker.NOW.plus(Duration.ofDays(1))),
                                        new X500Name(subject),
                                        key)
                                .addExtension(
                                        Extension.basicConstraints,
                                        true,
                                        new BasicConstraints(isAuthority))
                                .build(
                                        new JcaContentSignerBuilder("SHA256withDSA")
                                                .build(signing)));
    }
}
