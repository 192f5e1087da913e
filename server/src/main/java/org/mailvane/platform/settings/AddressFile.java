package org.mailvane.platform.settings;

import com.maxmind.db.InvalidNetworkException;
import com.maxmind.db.Networks;
import com.maxmind.db.Reader;
import com.maxmind.db.Reader.FileMode;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of data about addresses in MaxMind's format (.mmdb), whoever made it: it knows the members
 * of the files of MaxMind, of IPinfo and of the npm packages of ip-location-db.
 *
 * <p>The file is kept in memory, so that overwriting it does no harm. The class is thread-safe.
 */
public final class AddressFile {

    /** Larger files are refused: they hold far more than what is looked for here. */
    static final long MAX_BYTES = 256L << 20;

    /** Networks that are looked at to find out whether the file holds what it should. */
    static final int SAMPLE = 1_000;

    private static final int MAX_NAME = 200;
    private static final Pattern COUNTRY = Pattern.compile("[A-Za-z]{2}");
    private static final Pattern ASN = Pattern.compile("(?i:AS)?(\\d{1,10})");

    private final Path path;
    private final Reader reader;

    private AddressFile(Path path, Reader reader) {
        this.path = path;
        this.reader = reader;
    }

    /** What a file is for. */
    enum Kind {
        COUNTRY("countries") {
            @Override
            boolean isIn(Map<?, ?> found) {
                return !AddressFile.country(found).isEmpty();
            }
        },
        NETWORK("autonomous systems") {
            @Override
            boolean isIn(Map<?, ?> found) {
                return AddressFile.asn(found) != 0;
            }
        };

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        abstract boolean isIn(Map<?, ?> found);
    }

    /** Told apart from what the library throws for damaged files. */
    private static final class Unusable extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        Unusable(String reason) {
            super(reason);
        }
    }

    /** What is wrong with a file for this purpose; null where nothing is. */
    static @Nullable String problemOf(String file, Kind kind) {
        if (file.isBlank() || !Setting.isPath(file)) {
            return "must be the path of an .mmdb file";
        }
        try (Reader reader = open(Path.of(file), FileMode.MEMORY_MAPPED)) {
            return holds(reader, kind)
                    ? null
                    : "must be an .mmdb file of %s; it contains %s"
                            .formatted(kind.label, reader.getMetadata().databaseType());
        } catch (Unusable unusable) {
            return unusable.getMessage();
        } catch (IOException
                | InvalidNetworkException
                | RuntimeException
                | StackOverflowError damaged) {
            // Values of a damaged file may point to each other without end.
            return "must be a valid .mmdb file: " + damaged.getMessage();
        }
    }

    private static boolean holds(Reader reader, Kind kind)
            throws IOException, InvalidNetworkException {
        Networks<Map<?, ?>> networks = reader.networks(mapType());
        for (int i = 0; i < SAMPLE && networks.hasNext(); i++) {
            if (kind.isIn(networks.next().data())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with what is wrong with it
     */
    static AddressFile read(Path path) {
        return new AddressFile(path, open(path, FileMode.MEMORY));
    }

    private static Reader open(Path path, FileMode mode) {
        try {
            if (Files.size(path) <= MAX_BYTES) {
                return new Reader(path.toFile(), mode);
            }
        } catch (IOException | RuntimeException unreadable) {
            throw new Unusable("must be a readable .mmdb file: " + unreadable);
        }
        throw new Unusable("must not be larger than " + (MAX_BYTES >> 20) + " MB");
    }

    /** Where it lies. */
    public Path path() {
        return path;
    }

    /** When its data were put together. */
    public Instant built() {
        return reader.getMetadata().buildTime();
    }

    /** ISO 3166-1 code of two letters; empty where it says none. */
    public String country(InetAddress address) {
        return country(find(address));
    }

    /** Number of the autonomous system; 0 where it says none. */
    public long asn(InetAddress address) {
        return asn(find(address));
    }

    /** Returns the owner of the autonomous system; empty if the file does not say. */
    public String networkOperator(InetAddress address) {
        Map<?, ?> found = find(address);
        return text(found, "autonomous_system_organization", "as_name", "name")
                .replaceAll("\\p{Cntrl}", " ")
                .strip();
    }

    private Map<?, ?> find(InetAddress address) {
        try {
            Map<?, ?> found = reader.get(address, mapType());
            return found == null ? Map.of() : found;
        } catch (IOException | RuntimeException | StackOverflowError damaged) {
            // Or an IPv6 address and a file of IPv4: either way, it says nothing.
            return Map.of();
        }
    }

    @SuppressWarnings("unchecked")
    private static Class<Map<?, ?>> mapType() {
        return (Class<Map<?, ?>>) (Class<?>) Map.class;
    }

    private static String country(Map<?, ?> found) {
        String code = text(found, "country_code", "country");
        if (found.get("country") instanceof Map<?, ?> country) {
            code = text(country, "iso_code");
        }
        return COUNTRY.matcher(code).matches() ? code.toUpperCase(Locale.ROOT) : "";
    }

    private static long asn(Map<?, ?> found) {
        var number = ASN.matcher(text(found, "autonomous_system_number", "asn"));
        return number.matches() ? Long.parseLong(number.group(1)) : 0;
    }

    private static String text(Map<?, ?> found, String... members) {
        for (String member : members) {
            Object value = found.get(member);
            if (value instanceof String || value instanceof Number) {
                String text = value.toString();
                return text.length() > MAX_NAME ? text.substring(0, MAX_NAME) : text;
            }
        }
        return "";
    }
}
