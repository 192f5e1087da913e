package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.der.Der;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.FindingList;

class RsaWeaknessTest {

    private static final int CERTAINTY = 50;

    /** Not secret: it makes the same primes in every run. */
    private final Random random = new Random(6376);

    @Test
    void ordinaryKeysHaveNoWeakness() {
        for (int i = 0; i < 20; i++) {
            BigInteger modulus =
                    BigInteger.probablePrime(256, random)
                            .multiply(BigInteger.probablePrime(256, random));
            assertThat(RsaWeakness.smallFactor(modulus)).isZero();
            assertThat(RsaWeakness.hasChipFingerprint(modulus)).isFalse();
            assertThat(RsaWeakness.hasCloseFactors(modulus)).isFalse();
        }
    }

    @Test
    void smallFactorsAreFoundUpToTheBound() {
        BigInteger prime = BigInteger.probablePrime(512, random);
        // 997 is the last prime below the bound, 1009 the first above.
        assertThat(RsaWeakness.SMALL_PRIMES_BELOW).isBetween(998, 1009);
        assertThat(RsaWeakness.smallFactor(prime.multiply(BigInteger.valueOf(997)))).isEqualTo(997);
        assertThat(RsaWeakness.smallFactor(prime.multiply(BigInteger.valueOf(1009)))).isZero();
        assertThat(RsaWeakness.smallFactor(prime.multiply(BigInteger.TWO))).isEqualTo(2);
    }

    @Test
    void closeFactorsAreFoundWithinTheStepsAndNoFurther() {
        // (m - d)(m + d) = m^2 - d^2: the root is m, found in the first step as long as d^2 < 2m,
        // and after s more steps for n = (m + s)^2 - d^2 seen from its own root.
        BigInteger middle = BigInteger.ONE.shiftLeft(512);
        BigInteger steps = BigInteger.valueOf(RsaWeakness.FERMAT_STEPS);
        // d^2 = 2ms: the root of n is about m - s.
        BigInteger within = middle.shiftLeft(1).multiply(steps.shiftRight(1)).sqrt();
        BigInteger beyond = middle.shiftLeft(1).multiply(steps.shiftLeft(1)).sqrt();
        assertThat(RsaWeakness.hasCloseFactors(product(middle, within))).isTrue();
        assertThat(RsaWeakness.hasCloseFactors(product(middle, beyond))).isFalse();
    }

    @Test
    void aSquareIsFoundAtOnce() {
        BigInteger prime = BigInteger.probablePrime(512, random);
        assertThat(RsaWeakness.hasCloseFactors(prime.multiply(prime))).isTrue();
    }

    @Test
    void keysOfTheFaultyLibraryAreRecognised() {
        // The form of their primes is k M + (65537^a mod M), M the product of the first primes
        // (Nemec and others, The Return of Coppersmith's Attack, 2017, section 2.1).
        BigInteger product = BigInteger.TWO;
        for (BigInteger p = BigInteger.valueOf(3); p.intValue() <= 167; p = p.nextProbablePrime()) {
            product = product.multiply(p);
        }
        BigInteger modulus = faulty(product).multiply(faulty(product));
        assertThat(RsaWeakness.hasChipFingerprint(modulus)).isTrue();
        assertThat(RsaWeakness.hasChipFingerprint(modulus.add(BigInteger.TWO))).isFalse();
    }

    @Test
    void modulusAboveTheBoundIsNotLookedInto() {
        FindingList within = new FindingList();
        KeyJudge.of("rsa", rsa(RsaWeakness.MAX_BITS), within);
        assertThat(within.toList()).anyMatch(f -> f.is(DkimFindings.KEY_SMALL_FACTOR));
        FindingList beyond = new FindingList();
        KeyJudge.of("rsa", rsa(RsaWeakness.MAX_BITS + 1), beyond);
        assertThat(beyond.toList())
                .anyMatch(f -> f.is(DkimFindings.KEY_NOT_EXAMINED))
                .noneMatch(f -> f.is(DkimFindings.KEY_SMALL_FACTOR));
    }

    private BigInteger faulty(BigInteger product) {
        while (true) {
            BigInteger k = new BigInteger(60, random);
            BigInteger power =
                    BigInteger.valueOf(65_537).modPow(new BigInteger(100, random), product);
            BigInteger candidate = k.multiply(product).add(power);
            if (candidate.isProbablePrime(CERTAINTY)) {
                return candidate;
            }
        }
    }

    private static BigInteger product(BigInteger middle, BigInteger distance) {
        // Both factors have to be odd.
        BigInteger odd = distance.setBit(0);
        return middle.subtract(odd).multiply(middle.add(odd));
    }

    /** A bare key whose modulus is a power of 2. */
    private static byte[] rsa(int bits) {
        return Der.encode(
                Der.SEQUENCE,
                Der.encode(Der.INTEGER, BigInteger.ONE.shiftLeft(bits - 1).toByteArray()),
                Der.encode(Der.INTEGER, BigInteger.valueOf(65_537).toByteArray()));
    }
}
