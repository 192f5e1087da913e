package org.mailvane.traffic.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.UUID;
import org.mailvane.traffic.blocks.RowBlock.Identifiers;

/** The identifiers in the rows of a block: each From domain once, and the rest in arrays. */
public final class IdentifierList extends AbstractList<Identifiers> implements RandomAccess {

    private static final int UUID_BYTES = 2 * Long.BYTES;

    private final List<String> headerFroms;

    /** Place of the From domain. */
    private final char[] headerFrom;

    private final long[] detailHigh;
    private final long[] detailLow;

    private IdentifierList(List<String> headerFroms, int size) {
        this.headerFroms = headerFroms;
        this.headerFrom = new char[size];
        this.detailHigh = new long[size];
        this.detailLow = new long[size];
    }

    static IdentifierList of(List<Identifiers> identifiers) {
        ValueDictionary<String> names = new ValueDictionary<>();
        identifiers.forEach(one -> names.of(one.headerFrom()));
        IdentifierList list = new IdentifierList(names.values(), identifiers.size());
        for (int place = 0; place < list.headerFrom.length; place++) {
            Identifiers one = identifiers.get(place);
            list.headerFrom[place] = (char) names.of(one.headerFrom());
            list.detailHigh[place] = one.detail().getMostSignificantBits();
            list.detailLow[place] = one.detail().getLeastSignificantBits();
        }
        return list;
    }

    /** Returns all From domains, each once. */
    public List<String> headerFroms() {
        return headerFroms;
    }

    /** Returns the index, among the {@link #headerFroms}, of a place's From domain. */
    public int headerFrom(int place) {
        return headerFrom[place];
    }

    /** Names the raw results. */
    public UUID detail(int place) {
        return new UUID(detailHigh[place], detailLow[place]);
    }

    @Override
    public Identifiers get(int place) {
        return new Identifiers(headerFroms.get(headerFrom[place]), detail(place));
    }

    @Override
    public int size() {
        return headerFrom.length;
    }

    /** Returns the octets of all From domains. */
    private List<byte[]> names() {
        return headerFroms.stream().map(name -> name.getBytes(UTF_8)).toList();
    }

    /** Bytes that {@link #write} needs. */
    int bytes() {
        return 2 * Integer.BYTES
                + names().stream().mapToInt(name -> Integer.BYTES + name.length).sum()
                + size() * (Character.BYTES + UUID_BYTES);
    }

    /** The From domains, then whom rows name. */
    void write(ByteBuffer buffer) {
        buffer.putInt(headerFroms.size());
        names().forEach(name -> buffer.putInt(name.length).put(name));
        buffer.putInt(size());
        for (int place = 0; place < headerFrom.length; place++) {
            buffer.putChar(headerFrom[place]).putLong(detailHigh[place]).putLong(detailLow[place]);
        }
    }

    static IdentifierList read(ByteBuffer buffer) {
        String[] names = new String[buffer.getInt()];
        for (int i = 0; i < names.length; i++) {
            byte[] name = new byte[buffer.getInt()];
            buffer.get(name);
            names[i] = new String(name, UTF_8);
        }
        IdentifierList list = new IdentifierList(List.of(names), buffer.getInt());
        for (int place = 0; place < list.headerFrom.length; place++) {
            list.headerFrom[place] = buffer.getChar();
            list.detailHigh[place] = buffer.getLong();
            list.detailLow[place] = buffer.getLong();
        }
        return list;
    }
}
