package org.mailvane.sources.evidence;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * In which countries addresses are, from the file that comes with the program and that {@code
 * tools/country-data.sh} makes: 2.1 MB, in the archive 0.7 MB, in memory 5 MB.
 *
 * <p>For IPv4 addresses, and then for the upper halves of IPv6 addresses, which are nowhere given
 * to two countries, the file holds the places in ascending order at which a country begins: their
 * number, the countries of all, and then the distance of each from the one before, as the number of
 * its zero bits at the end and what stands before them, seven bits an octet, the lowest first.
 */
final class CountryRanges {

    private static final String FILE = "countries.bin";
    private static final String FORMAT = "mailvane countries 1";

    private final String origin;
    private final Instant built;
    private final String[] countries;
    private final int[] v4;
    private final byte[] v4Countries;
    private final long[] v6;
    private final byte[] v6Countries;

    private CountryRanges(DataInputStream in) throws IOException {
        String format = in.readUTF();
        if (!format.equals(FORMAT)) {
            throw new IOException(FILE + " has the format " + format);
        }
        origin = in.readUTF();
        built = Instant.ofEpochSecond(in.readLong());
        List<String> names = new ArrayList<>();
        for (int i = in.readUnsignedByte(); i > 0; i--) {
            names.add(in.readUTF());
        }
        countries = names.toArray(String[]::new);
        v4 = new int[in.readInt()];
        v4Countries = in.readNBytes(v4.length);
        long at = 0;
        for (int i = 0; i < v4.length; i++) {
            at += distance(in);
            // So that what is unsigned has the order of signed numbers.
            v4[i] = (int) at ^ Integer.MIN_VALUE;
        }
        v6 = new long[in.readInt()];
        v6Countries = in.readNBytes(v6.length);
        at = 0;
        for (int i = 0; i < v6.length; i++) {
            at += distance(in);
            v6[i] = at ^ Long.MIN_VALUE;
        }
    }

    private static long distance(DataInputStream in) throws IOException {
        int zeros = in.readUnsignedByte();
        long rest = 0;
        int octet = 0x80;
        for (int shift = 0; octet > 0x7F; shift += 7) {
            octet = in.readUnsignedByte();
            rest |= (octet & 0x7FL) << shift;
        }
        return rest << zeros;
    }

    /** Returns the data that come with the program. */
    static CountryRanges bundled() {
        try (InputStream file = CountryRanges.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing");
            }
            return new CountryRanges(new DataInputStream(new BufferedInputStream(file, 1 << 16)));
        } catch (IOException damaged) {
            throw new IllegalStateException(damaged);
        }
    }

    /** Returns which data they are, with their version. */
    String origin() {
        return origin;
    }

    /** Returns when they were put together. */
    Instant built() {
        return built;
    }

    /** ISO 3166-1 code of two letters; empty where it is not known. */
    String of(IpAddress address) {
        IpAddress plain = address.unmapped();
        int country =
                plain.isV4()
                        ? at(
                                v4Countries,
                                Arrays.binarySearch(v4, (int) plain.low() ^ Integer.MIN_VALUE))
                        : at(v6Countries, Arrays.binarySearch(v6, plain.high() ^ Long.MIN_VALUE));
        return country < 0 ? "" : countries[country];
    }

    /** Returns the country of what was found, or else of the last begin before it. */
    private static int at(byte[] countries, int found) {
        int begin = found >= 0 ? found : -found - 2;
        return begin < 0 ? -1 : countries[begin] & 0xFF;
    }
}
