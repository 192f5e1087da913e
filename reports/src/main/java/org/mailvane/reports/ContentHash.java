package org.mailvane.reports;

import java.net.InetAddress;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A hash of 128 bits over the content of one report: equal for two copies of it, whatever their
 * packing, white space and encoding.
 *
 * <p>Each text and address becomes 64 bits; these, numbers and lengths go one after another through
 * the body and the final mix of MurmurHash3 (x64, 128 bits; Austin Appleby, public domain).
 * Repeated elements are mixed in their order, each list after its length. The hash distinguishes
 * reports, but does not protect against a sender who constructs two different reports with the same
 * hash.
 */
public final class ContentHash {

    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final long SEED = 0x9e3779b97f4a7c15L;
    private static final long FACTOR = 0xff51afd7ed558ccdL;

    /** The value that is mixed in for an absent text. */
    private static final long ABSENT = 0x5bd1e9955bd1e995L;

    private long h1;
    private long h2;
    private long added;

    /** Begins a new report. */
    public void reset() {
        h1 = 0;
        h2 = 0;
        added = 0;
    }

    /** Mixes in a number. */
    public void add(long value) {
        added++;
        h1 ^= Long.rotateLeft(value * C1, 31) * C2;
        h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
        h2 ^= Long.rotateLeft(value * C2, 33) * C1;
        h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }

    /** Mixes in a text; one that is absent is another than an empty one. */
    public void add(@Nullable String text) {
        add(text == null ? ABSENT : of(text));
    }

    /** Mixes in an address. */
    public void add(InetAddress address) {
        add(of(address));
    }

    /** The hash of all that was added, as 32 hexadecimal digits. */
    public String hex() {
        long a = h1 ^ added;
        long b = h2 ^ added;
        a += b;
        b += a;
        a = finalMix(a);
        b = finalMix(b);
        a += b;
        b += a;
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(a) + hex.toHexDigits(b);
    }

    private static long of(String text) {
        long h = SEED + text.length();
        for (int i = 0; i < text.length(); i++) {
            h = mixed(h, text.charAt(i));
        }
        return h;
    }

    private static long of(InetAddress address) {
        byte[] bytes = address.getAddress();
        long h = SEED - bytes.length;
        for (byte b : bytes) {
            h = mixed(h, b);
        }
        return h;
    }

    private static long mixed(long hash, int value) {
        long h = (hash ^ value) * FACTOR;
        return h ^ (h >>> 32);
    }

    private static long finalMix(long value) {
        long k = value;
        k ^= k >>> 33;
        k *= 0xff51afd7ed558ccdL;
        k ^= k >>> 33;
        k *= 0xc4ceb9fe1a85ec53L;
        return k ^ (k >>> 33);
    }
}
