package org.mailvane.demo;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * The DKIM keys of the demo's domains: one for each selector, the same on each day. Nobody has
 * their other halves, nor has anybody looked whether there could be any.
 */
final class DemoKeys {

    private static final BigInteger EXPONENT = BigInteger.valueOf(65_537);

    /** Numbers by which no key can be divided: it would be said to be damaged. */
    private static final BigInteger SMALL_FACTORS =
            LongStream.range(2, 1_000)
                    .mapToObj(BigInteger::valueOf)
                    .reduce(BigInteger.ONE, BigInteger::multiply);

    private DemoKeys() {}

    /** The record of a selector, with a usual key. */
    static String record(String domain, String selector) {
        return record(domain, selector, 2_048);
    }

    /**
     * The record of a selector.
     *
     * @param bits of its RSA key; 1,024 are little (RFC 8301, section 3.2)
     */
    static String record(String domain, String selector, int bits) {
        byte[] random = new byte[bits / Byte.SIZE];
        new SplittableRandom((selector + "._domainkey." + domain).hashCode()).nextBytes(random);
        BigInteger modulus = new BigInteger(1, random).setBit(bits - 1).setBit(0);
        while (!modulus.gcd(SMALL_FACTORS).equals(BigInteger.ONE)) {
            modulus = modulus.add(BigInteger.TWO);
        }
        try {
            byte[] key =
                    KeyFactory.getInstance("RSA")
                            .generatePublic(new RSAPublicKeySpec(modulus, EXPONENT))
                            .getEncoded();
            return "v=DKIM1; k=rsa; p=" + Base64.getEncoder().encodeToString(key);
        } catch (GeneralSecurityException never) {
            throw new IllegalStateException("every Java knows RSA keys of this kind", never);
        }
    }
}
