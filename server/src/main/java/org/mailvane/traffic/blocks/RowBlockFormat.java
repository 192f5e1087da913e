package org.mailvane.traffic.blocks;

import java.nio.ByteBuffer;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.traffic.blocks.RowBlock.Columns;

/** The form in which blocks are stored: lists first, then each column as a whole. */
final class RowBlockFormat {

    /** Another number whenever the form becomes another one: what has it is not read any more. */
    static final int FORMAT = 1;

    private RowBlockFormat() {}

    static byte[] write(RowBlock block) {
        Columns columns = block.columns();
        int width = width(columns.messages());
        ByteBuffer buffer =
                ByteBuffer.allocate(
                        block.identifiers().bytes()
                                + block.addresses().bytes()
                                + 2 * Integer.BYTES
                                + block.kinds().size() * Long.BYTES
                                + block.size() * (1 + 3 * Character.BYTES + width)
                                + 1);
        block.identifiers().write(buffer);
        block.addresses().write(buffer);
        buffer.putInt(block.kinds().size());
        block.kinds().forEach(kind -> buffer.putLong(kind.number()));
        buffer.putInt(block.size());
        buffer.put(columns.days());
        put(buffer, columns.identifiers());
        put(buffer, columns.addresses());
        put(buffer, columns.kinds());
        buffer.put((byte) width);
        for (long messages : columns.messages()) {
            switch (width) {
                case Byte.BYTES -> buffer.put((byte) messages);
                case Integer.BYTES -> buffer.putInt((int) messages);
                default -> buffer.putLong(messages);
            }
        }
        return buffer.array();
    }

    /** Bytes that each of these numbers needs. */
    private static int width(long[] messages) {
        long all = 0;
        for (long count : messages) {
            all |= count;
        }
        if (all >>> Byte.SIZE == 0) {
            return Byte.BYTES;
        }
        return all >>> Integer.SIZE == 0 ? Integer.BYTES : Long.BYTES;
    }

    private static void put(ByteBuffer buffer, char[] column) {
        for (char place : column) {
            buffer.putChar(place);
        }
    }

    static RowBlock read(DomainId domain, YearMonth month, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        IdentifierList identifiers = IdentifierList.read(buffer);
        AddressList addresses = AddressList.read(buffer);
        int count = buffer.getInt();
        List<RowKind> kinds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            kinds.add(RowKind.of(buffer.getLong()));
        }
        int size = buffer.getInt();
        byte[] days = new byte[size];
        buffer.get(days);
        return new RowBlock(
                domain,
                month,
                identifiers,
                addresses,
                kinds,
                new Columns(
                        days,
                        places(buffer, size),
                        places(buffer, size),
                        places(buffer, size),
                        messages(buffer, size)));
    }

    private static char[] places(ByteBuffer buffer, int size) {
        char[] places = new char[size];
        buffer.asCharBuffer().get(places);
        buffer.position(buffer.position() + size * Character.BYTES);
        return places;
    }

    private static long[] messages(ByteBuffer buffer, int size) {
        int width = buffer.get();
        long[] messages = new long[size];
        for (int i = 0; i < size; i++) {
            messages[i] =
                    switch (width) {
                        case Byte.BYTES -> Byte.toUnsignedLong(buffer.get());
                        case Integer.BYTES -> Integer.toUnsignedLong(buffer.getInt());
                        default -> buffer.getLong();
                    };
        }
        return messages;
    }
}
