package org.mailvane.reports.aggregate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The start and end tag of one element in their plain form, compared eight bytes at a time. */
final class Tag {

    /** Number of bytes after a position that a comparison may read, whatever they are. */
    static final int READ_AHEAD = 24;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Element element;
    private final Word start;
    private final Word end;
    private final Tag[] children;

    private Tag(Element element, Tag... children) {
        this.element = element;
        this.children = children;
        start = new Word("<" + element.localName());
        end = new Word("</" + element.localName() + ">");
    }

    static Tag leaf(Element element) {
        return new Tag(element);
    }

    /** Creates an element with its possible children, in their most common order. */
    static Tag container(Element element, Tag... children) {
        return new Tag(element, children);
    }

    /** An element whose children are all texts. */
    static Tag container(Element element, Element... leaves) {
        Tag[] tags = new Tag[leaves.length];
        for (int i = 0; i < leaves.length; i++) {
            tags[i] = leaf(leaves[i]);
        }
        return new Tag(element, tags);
    }

    Element element() {
        return element;
    }

    int childCount() {
        return children.length;
    }

    Tag child(int index) {
        return children[index];
    }

    /** Returns whether {@code <name} is at the position; the caller checks what follows it. */
    boolean startsAt(byte[] bytes, int at) {
        return start.isAt(bytes, at);
    }

    int startLength() {
        return start.length;
    }

    /** Returns whether {@code </name>} is at the position. */
    boolean endsAt(byte[] bytes, int at) {
        return end.isAt(bytes, at);
    }

    int endLength() {
        return end.length;
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** A name of up to 24 bytes as three numbers, and a mask of the bits that count. */
    private static final class Word {

        private final int length;
        private final long word0;
        private final long word1;
        private final long word2;
        private final long mask0;
        private final long mask1;
        private final long mask2;

        Word(String text) {
            byte[] bytes = new byte[READ_AHEAD];
            byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(ascii, 0, bytes, 0, ascii.length);
            length = ascii.length;
            word0 = longAt(bytes, 0);
            word1 = longAt(bytes, 8);
            word2 = longAt(bytes, 16);
            mask0 = mask(length);
            mask1 = mask(length - 8);
            mask2 = mask(length - 16);
        }

        private static long mask(int bytes) {
            if (bytes <= 0) {
                return 0;
            }
            return bytes >= 8 ? -1L : (1L << (8 * bytes)) - 1;
        }

        boolean isAt(byte[] bytes, int at) {
            if ((longAt(bytes, at) & mask0) != word0) {
                return false;
            }
            return mask1 == 0
                    || ((longAt(bytes, at + 8) & mask1) == word1
                            && (mask2 == 0 || (longAt(bytes, at + 16) & mask2) == word2));
        }
    }
}
