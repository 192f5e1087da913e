package org.mailvane.mailauth.dkim;

import java.math.BigInteger;

/** Checks an Ed25519 key, which must be a point of the curve (RFC 8032, section 5.1). */
final class Ed25519Point {

    private static final BigInteger FIELD =
            BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    /** The curve's constant, -121665/121666. */
    private static final BigInteger D =
            BigInteger.valueOf(-121_665)
                    .multiply(BigInteger.valueOf(121_666).modInverse(FIELD))
                    .mod(FIELD);

    private static final BigInteger HALF_ORDER = FIELD.subtract(BigInteger.ONE).shiftRight(1);

    private Ed25519Point() {}

    /** The relation of a key to the curve. */
    enum Kind {
        /** A point of it. */
        POINT,
        /** One of the eight points with which anything can be signed. */
        SMALL_ORDER,
        /** No point of it: no private key belongs to it. */
        NONE
    }

    /**
     * Looks at a key.
     *
     * @param octets 32 of them: y in little-endian order, its highest bit the sign of x
     */
    static Kind kind(byte[] octets) {
        byte[] bigEndian = new byte[octets.length];
        for (int i = 0; i < octets.length; i++) {
            bigEndian[i] = octets[octets.length - 1 - i];
        }
        bigEndian[0] &= 0x7F;
        BigInteger y = new BigInteger(1, bigEndian);
        if (y.compareTo(FIELD) >= 0) {
            return Kind.NONE;
        }
        BigInteger ySquare = y.multiply(y).mod(FIELD);
        if (isOfSmallOrder(y, ySquare)) {
            return Kind.SMALL_ORDER;
        }
        // x^2 = (y^2 - 1) / (d y^2 + 1); a quotient is a square where the product is one.
        BigInteger product =
                ySquare.subtract(BigInteger.ONE)
                        .multiply(D.multiply(ySquare).add(BigInteger.ONE))
                        .mod(FIELD);
        return product.modPow(HALF_ORDER, FIELD).equals(BigInteger.ONE) ? Kind.POINT : Kind.NONE;
    }

    /**
     * Order 1 and 2 have y of 1 and -1; order 4 has y of 0; twice a point of order 8 has y of 0,
     * which by the law of addition is where {@code d y^4 + 2 y^2 = 1}.
     */
    private static boolean isOfSmallOrder(BigInteger y, BigInteger ySquare) {
        BigInteger eighth =
                D.multiply(ySquare)
                        .multiply(ySquare)
                        .add(ySquare.shiftLeft(1))
                        .subtract(BigInteger.ONE);
        return y.signum() == 0 || ySquare.equals(BigInteger.ONE) || eighth.mod(FIELD).signum() == 0;
    }
}
