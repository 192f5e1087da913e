import com.maxmind.db.DatabaseRecord;
import com.maxmind.db.Network;
import com.maxmind.db.Networks;
import com.maxmind.db.Reader;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Makes the compact country data of the server from a file of MaxMind's format; {@code
 * country-data.sh} runs it. {@code CountryRanges} reads the result and says how it is built.
 */
public final class CountryData {

    private static final String FORMAT = "mailvane countries 1";

    /** Where a country begins; an address counts with the last begin at or before it. */
    private record Begin(long at, String country) {}

    /** The begins of one family, those with the country of the one before left out. */
    private static final class Begins {

        private final List<Begin> all = new ArrayList<>();
        private long next;

        /** Up to the next network nothing is known; of an IPv6 address the upper 64 bits count. */
        void add(long first, long count, String country) {
            if (Long.compareUnsigned(first, next) > 0) {
                begin(next, "");
            }
            begin(first, country);
            next = first + count;
        }

        private void begin(long at, String country) {
            if (all.isEmpty() ? !country.isEmpty() : !all.getLast().country().equals(country)) {
                all.add(new Begin(at, country));
            }
        }

        void end(long after) {
            if (next != after) {
                begin(next, "");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Begins v4 = new Begins();
        Begins v6 = new Begins();
        long epoch;
        try (Reader reader = new Reader(new File(args[0]))) {
            epoch = reader.getMetadata().buildTime().getEpochSecond();
            Networks<Map> networks = reader.networks(Map.class);
            while (networks.hasNext()) {
                DatabaseRecord<Map> record = networks.next();
                add(record.network(), (String) record.data().get("country_code"), v4, v6);
            }
        }
        v4.end(1L << 32);
        v6.end(0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(FORMAT);
        out.writeUTF(args[1]);
        out.writeLong(epoch);
        TreeSet<String> countries = new TreeSet<>();
        v4.all.forEach(begin -> countries.add(begin.country()));
        v6.all.forEach(begin -> countries.add(begin.country()));
        countries.add("");
        out.writeByte(countries.size());
        for (String country : countries) {
            out.writeUTF(country);
        }
        List<String> order = List.copyOf(countries);
        write(v4.all, order, out);
        write(v6.all, order, out);
        Files.write(Path.of(args[2]), bytes.toByteArray());
        System.out.printf(
                "%,d begins of IPv4, %,d of IPv6, %,d bytes%n",
                v4.all.size(), v6.all.size(), bytes.size());
    }

    private static void add(Network network, String country, Begins v4, Begins v6) {
        if (!country.matches("[A-Z]{2}")) {
            throw new IllegalArgumentException(network + " has no country but " + country);
        }
        ByteBuffer address = ByteBuffer.wrap(network.networkAddress().getAddress());
        int prefix = network.prefixLength();
        if (network.networkAddress() instanceof Inet4Address) {
            v4.add(address.getInt() & 0xFFFF_FFFFL, 1L << (32 - prefix), country);
            return;
        }
        long upper = address.getLong();
        // Of a network of 64 bits the country of its first address counts.
        if (address.getLong() == 0) {
            v6.add(upper, 1L << (64 - Math.min(prefix, 64)), country);
        }
    }

    /** The count, the countries, and the distances, each by what follows its zero bits. */
    private static void write(List<Begin> begins, List<String> countries, DataOutputStream out)
            throws IOException {
        out.writeInt(begins.size());
        for (Begin begin : begins) {
            out.writeByte(countries.indexOf(begin.country()));
        }
        long last = 0;
        for (Begin begin : begins) {
            long distance = begin.at() - last;
            int zeros = distance == 0 ? 0 : Long.numberOfTrailingZeros(distance);
            out.writeByte(zeros);
            long rest = distance >>> zeros;
            while (rest > 0x7F) {
                out.writeByte((int) (rest & 0x7F | 0x80));
                rest >>>= 7;
            }
            out.writeByte((int) rest);
            last = begin.at();
        }
    }
}
