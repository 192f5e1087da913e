package org.mailvane.traffic.blocks;

import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * Addresses that lie in arrays and are made objects only when they are asked for: a large report
 * walks over millions of them, and knows nearly all already.
 */
public final class AddressList extends AbstractList<IpAddress> implements RandomAccess {

    private static final int V4_OCTETS = 4;
    private static final int V6_OCTETS = 16;

    private final boolean[] isV4;
    private final long[] high;
    private final long[] low;

    private AddressList(int size) {
        this.isV4 = new boolean[size];
        this.high = new long[size];
        this.low = new long[size];
    }

    static AddressList of(List<IpAddress> addresses) {
        AddressList list = new AddressList(addresses.size());
        for (int place = 0; place < list.low.length; place++) {
            IpAddress address = addresses.get(place);
            list.isV4[place] = address.isV4();
            list.high[place] = address.high();
            list.low[place] = address.low();
        }
        return list;
    }

    @Override
    public IpAddress get(int place) {
        return new IpAddress(isV4[place], high[place], low[place]);
    }

    @Override
    public int size() {
        return low.length;
    }

    /** Bytes that {@link #write} needs. */
    int bytes() {
        int bytes = Integer.BYTES;
        for (boolean v4 : isV4) {
            bytes += 1 + (v4 ? V4_OCTETS : V6_OCTETS);
        }
        return bytes;
    }

    /** Writes the number of addresses, then of each one the number of its octets and the octets. */
    void write(ByteBuffer buffer) {
        buffer.putInt(size());
        for (int place = 0; place < low.length; place++) {
            if (isV4[place]) {
                buffer.put((byte) V4_OCTETS).putInt((int) low[place]);
            } else {
                buffer.put((byte) V6_OCTETS).putLong(high[place]).putLong(low[place]);
            }
        }
    }

    static AddressList read(ByteBuffer buffer) {
        AddressList list = new AddressList(buffer.getInt());
        for (int place = 0; place < list.low.length; place++) {
            list.isV4[place] = buffer.get() == V4_OCTETS;
            if (list.isV4[place]) {
                list.low[place] = Integer.toUnsignedLong(buffer.getInt());
            } else {
                list.high[place] = buffer.getLong();
                list.low[place] = buffer.getLong();
            }
        }
        return list;
    }
}
