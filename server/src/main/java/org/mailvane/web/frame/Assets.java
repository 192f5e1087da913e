package org.mailvane.web.frame;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * The files that pages load. The name under which a file is served contains a hash of it, so that
 * browsers keep it for good, and load it again when it changes.
 */
@Component
@Profile("service")
final class Assets {

    /** File of the dependency {@code org.webjars.npm:htmx.org}. */
    static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";

    /** The folder of our own assets. */
    private static final String FILES = "/org/mailvane/web/assets/";

    private static final String CSS = "text/css;charset=UTF-8";
    private static final String SCRIPT = "text/javascript;charset=UTF-8";

    /** Letters of the hash: enough to tell versions of a file apart. */
    private static final int HASH_LENGTH = 12;

    private static final List<Source> SOURCES =
            List.of(
                    new Source("bootstrap.css", FILES + "bootstrap.min.css", CSS),
                    new Source("mailvane.css", FILES + "mailvane.css", CSS),
                    new Source("app.js", FILES + "app.js", SCRIPT),
                    new Source("htmx.js", HTMX, SCRIPT),
                    new Source("icon.svg", FILES + "icon.svg", "image/svg+xml"));

    private volatile @Nullable Made made;

    /** A file as templates name it, where it lies, and what it is. */
    private record Source(String name, String resource, String type) {}

    /**
     * A file as it is served.
     *
     * @param type its media type
     * @param plain its bytes
     * @param zipped the same for who takes gzip
     */
    @SuppressWarnings("ArrayRecordComponent") // written out, and never compared
    record Asset(String type, byte[] plain, byte[] zipped) {}

    private record Made(Map<String, String> served, Map<String, Asset> files) {}

    /** The path of a file, by the name that templates use. */
    String path(String name) {
        return Routes.ASSETS + Objects.requireNonNull(made().served().get(name), name);
    }

    /** The file that is served under this name, which holds its hash. */
    Optional<Asset> find(String served) {
        return Optional.ofNullable(made().files().get(served));
    }

    /** The names that templates use. */
    static List<String> names() {
        return SOURCES.stream().map(Source::name).toList();
    }

    /** Made when first asked for, so that no start waits for it. */
    private Made made() {
        Made there = made;
        if (there == null) {
            Map<String, String> served = new HashMap<>();
            Map<String, Asset> files = new HashMap<>();
            for (Source source : SOURCES) {
                byte[] bytes = read(source.resource());
                String name = hashed(source.name(), bytes);
                served.put(source.name(), name);
                files.put(name, new Asset(source.type(), bytes, zipped(bytes)));
            }
            there = new Made(served, files);
            made = there;
        }
        return there;
    }

    /** {@code app.js} as {@code app-0123456789ab.js}. */
    private static String hashed(String name, byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            int dot = name.lastIndexOf('.');
            String letters = HexFormat.of().formatHex(hash).substring(0, HASH_LENGTH);
            return name.substring(0, dot) + "-" + letters + name.substring(dot);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] zipped(byte[] bytes) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return zipped.toByteArray();
    }

    private static byte[] read(String resource) {
        try (InputStream file = Assets.class.getResourceAsStream(resource)) {
            return Objects.requireNonNull(file, resource).readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
