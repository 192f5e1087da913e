package org.mailvane.accounts;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** Bytes as letters and digits that people may have to type (RFC 4648, section 6). */
final class Base32 {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;
    private static final int MASK = 0x1f;

    private Base32() {}

    /** Without padding, which bytes in groups of five do not need. */
    static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        int held = 0;
        int bits = 0;
        for (byte each : bytes) {
            held = (held << Byte.SIZE) | Byte.toUnsignedInt(each);
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                text.append(ALPHABET.charAt((held >> bits) & MASK));
            }
            held &= (1 << bits) - 1;
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((held << (BITS - bits)) & MASK));
        }
        return text.toString();
    }

    /** The bytes; empty where a character is none of the alphabet. */
    static Optional<byte[]> decode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int held = 0;
        int bits = 0;
        for (int i = 0; i < text.length(); i++) {
            int value = ALPHABET.indexOf(text.charAt(i));
            if (value < 0) {
                return Optional.empty();
            }
            held = (held << BITS) | value;
            bits += BITS;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                bytes.write(held >> bits);
            }
            held &= (1 << bits) - 1;
        }
        return Optional.of(bytes.toByteArray());
    }
}
