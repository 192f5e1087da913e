package org.mailvane.demo;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The DKIM keys of the demo's domains: one for each selector, the same on each day. Nobody has
 * their other halves, nor has anybody looked whether there could be any.
 */
final class DemoKeys {

    private static final BigInteger EXPONENT = BigInteger.valueOf(65_537);

    /** Certain for numbers as small as ours. */
    private static final int PRIME_CERTAINTY = 100;

    /** No key is divisible by one of these: the inspector would report it as damaged. */
    private static final List<BigInteger> SMALL_PRIMES =
            IntStream.range(3, 1_000)
                    .mapToObj(BigInteger::valueOf)
                    .filter(number -> number.isProbablePrime(PRIME_CERTAINTY))
                    .toList();

    /** The records made so far: each domain has the same keys on all its days. */
    private static final Map<Key, String> RECORDS = new ConcurrentHashMap<>();

    private record Key(String domain, String selector, int bits) {}

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
        return RECORDS.computeIfAbsent(new Key(domain, selector, bits), DemoKeys::make);
    }

    private static String make(Key wanted) {
        byte[] random = new byte[wanted.bits() / Byte.SIZE];
        new SplittableRandom((wanted.selector() + "._domainkey." + wanted.domain()).hashCode())
                .nextBytes(random);
        BigInteger modulus = new BigInteger(1, random).setBit(wanted.bits() - 1).setBit(0);
        while (isDivisible(modulus)) {
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

    /** Tells whether an odd number has a small factor. Most of them have, and a very small one. */
    private static boolean isDivisible(BigInteger number) {
        for (BigInteger prime : SMALL_PRIMES) {
            if (number.mod(prime).signum() == 0) {
                return true;
            }
        }
        return false;
    }
}
