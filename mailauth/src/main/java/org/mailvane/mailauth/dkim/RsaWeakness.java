package org.mailvane.mailauth.dkim;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Methods by which anyone can factor a weak modulus of an RSA key. */
final class RsaWeakness {

    /** Bits of a modulus up to which it is looked into; the work grows with them. */
    static final int MAX_BITS = 16_384;

    /** Prime factors below this are looked for. */
    static final int SMALL_PRIMES_BELOW = 1_000;

    /** Steps of Fermat's method: properly generated keys need more steps than are feasible. */
    static final int FERMAT_STEPS = 100;

    /** The largest prime by which the fingerprint of CVE-2017-15361 is recognised. */
    private static final int LAST_FINGERPRINT_PRIME = 167;

    /** Both prime factors of affected keys are powers of it modulo a product of small primes. */
    private static final int FINGERPRINT_BASE = 65_537;

    private static final List<Integer> SMALL_PRIMES = primesBelow(SMALL_PRIMES_BELOW);
    private static final BigInteger SMALL_PRIMES_PRODUCT = product(SMALL_PRIMES);

    private static final List<Integer> FINGERPRINT_PRIMES =
            SMALL_PRIMES.stream().filter(p -> p > 2 && p <= LAST_FINGERPRINT_PRIME).toList();
    private static final BigInteger FINGERPRINT_PRODUCT = product(FINGERPRINT_PRIMES);
    private static final List<BitSet> FINGERPRINT_POWERS =
            FINGERPRINT_PRIMES.stream().map(RsaWeakness::powersModulo).toList();

    /** Few residues modulo this are squares, which spares most of the square roots. */
    private static final int SQUARE_SIEVE = 63 * 65 * 11 * 17;

    private static final BigInteger SQUARE_SIEVE_MODULUS = BigInteger.valueOf(SQUARE_SIEVE);
    private static final BitSet SQUARES = squaresModulo(SQUARE_SIEVE);

    private RsaWeakness() {}

    /** The smallest prime factor below {@link #SMALL_PRIMES_BELOW}; 0 where there is none. */
    static int smallFactor(BigInteger modulus) {
        if (modulus.mod(SMALL_PRIMES_PRODUCT).gcd(SMALL_PRIMES_PRODUCT).equals(BigInteger.ONE)) {
            return 0;
        }
        return SMALL_PRIMES.stream()
                .filter(prime -> modulus.mod(BigInteger.valueOf(prime)).signum() == 0)
                .findFirst()
                .orElse(0);
    }

    /**
     * Whether it is of the form that a library on many smart cards and security chips made
     * (CVE-2017-15361, "ROCA"): a power of 65537 modulo each small prime. By chance, about one
     * modulus in a hundred million is.
     */
    static boolean hasChipFingerprint(BigInteger modulus) {
        BigInteger residue = modulus.mod(FINGERPRINT_PRODUCT);
        return IntStream.range(0, FINGERPRINT_PRIMES.size())
                .allMatch(i ->
                        FINGERPRINT_POWERS
                                .get(i)
                                .get(
                                        residue.mod(BigInteger.valueOf(FINGERPRINT_PRIMES.get(i)))
                                                .intValue()));
    }

    /**
     * Whether its two factors lie so close together that {@link #FERMAT_STEPS} steps of Fermat's
     * method find them, such as those of CVE-2022-26320.
     *
     * @param modulus odd
     */
    static boolean hasCloseFactors(BigInteger modulus) {
        BigInteger root = modulus.sqrt();
        if (root.multiply(root).compareTo(modulus) < 0) {
            root = root.add(BigInteger.ONE);
        }
        BigInteger square = root.multiply(root).subtract(modulus);
        for (int step = 0; step < FERMAT_STEPS; step++) {
            if (isSquare(square)) {
                return true;
            }
            square = square.add(root.shiftLeft(1)).add(BigInteger.ONE);
            root = root.add(BigInteger.ONE);
        }
        return false;
    }

    private static boolean isSquare(BigInteger number) {
        if (!SQUARES.get(number.mod(SQUARE_SIEVE_MODULUS).intValue())) {
            return false;
        }
        BigInteger root = number.sqrt();
        return root.multiply(root).equals(number);
    }

    private static List<Integer> primesBelow(int limit) {
        BitSet composite = new BitSet(limit);
        return IntStream.range(2, limit)
                .filter(n -> {
                    boolean isPrime = !composite.get(n);
                    for (int multiple = 2 * n; isPrime && multiple < limit; multiple += n) {
                        composite.set(multiple);
                    }
                    return isPrime;
                })
                .boxed()
                .toList();
    }

    private static BigInteger product(List<Integer> numbers) {
        return numbers.stream()
                .map(number -> BigInteger.valueOf(number))
                .reduce(BigInteger.ONE, BigInteger::multiply);
    }

    private static BitSet powersModulo(int prime) {
        BitSet powers = new BitSet(prime);
        long power = 1;
        while (!powers.get((int) power)) {
            powers.set((int) power);
            power = power * FINGERPRINT_BASE % prime;
        }
        return powers;
    }

    private static BitSet squaresModulo(int modulus) {
        BitSet squares = new BitSet(modulus);
        for (long i = 0; i <= modulus / 2; i++) {
            squares.set((int) (i * i % modulus));
        }
        return squares;
    }
}
