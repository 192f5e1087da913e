package org.mailvane.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.traffic.RowBlock.Columns;
import org.mailvane.traffic.RowBlock.Identifiers;

/** The form in which blocks are stored: lists first, then each column as a whole. */
final class RowBlockFormat {

    /** Another number whenever the form becomes another one: what has it is not read any more. */
    static final int FORMAT = 1;

    private static final int UUID_BYTES = 2 * Long.BYTES;

    private RowBlockFormat() {}

    static byte[] write(RowBlock block) {
        Numbers<String> headerFroms = new Numbers<>();
        block.identifiers().forEach(one -> headerFroms.of(one.headerFrom()));
        List<byte[]> names = headerFroms.values().stream().map(n -> n.getBytes(UTF_8)).toList();
        List<byte[]> addresses = block.addresses().stream().map(IpAddress::octets).toList();
        Columns columns = block.columns();
        int width = width(columns.messages());
        ByteBuffer buffer =
                ByteBuffer.allocate(
                        5 * Integer.BYTES
                                + names.stream().mapToInt(n -> Integer.BYTES + n.length).sum()
                                + block.identifiers().size() * (Character.BYTES + UUID_BYTES)
                                + addresses.stream().mapToInt(a -> 1 + a.length).sum()
                                + block.kinds().size() * Long.BYTES
                                + block.size() * (1 + 3 * Character.BYTES + width)
                                + 1);
        buffer.putInt(names.size());
        names.forEach(name -> buffer.putInt(name.length).put(name));
        buffer.putInt(block.identifiers().size());
        for (Identifiers one : block.identifiers()) {
            buffer.putChar((char) headerFroms.of(one.headerFrom()));
            buffer.putLong(one.detail().getMostSignificantBits());
            buffer.putLong(one.detail().getLeastSignificantBits());
        }
        buffer.putInt(addresses.size());
        addresses.forEach(octets -> buffer.put((byte) octets.length).put(octets));
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
        String[] names = new String[buffer.getInt()];
        for (int i = 0; i < names.length; i++) {
            byte[] name = new byte[buffer.getInt()];
            buffer.get(name);
            names[i] = new String(name, UTF_8);
        }
        int count = buffer.getInt();
        List<Identifiers> identifiers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            identifiers.add(
                    new Identifiers(
                            names[buffer.getChar()], new UUID(buffer.getLong(), buffer.getLong())));
        }
        count = buffer.getInt();
        List<IpAddress> addresses = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] octets = new byte[buffer.get()];
            buffer.get(octets);
            addresses.add(IpAddress.of(octets));
        }
        count = buffer.getInt();
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
