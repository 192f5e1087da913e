package org.mailvane.reports;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes compressed files and archives. */
final class Packer {

    @FunctionalInterface
    private interface Opener {
        OutputStream open(OutputStream out) throws IOException;
    }

    private Packer() {}

    static byte[] gzip(byte[] content) {
        return through(content, GZIPOutputStream::new);
    }

    static byte[] zlib(byte[] content) {
        return through(content, DeflaterOutputStream::new);
    }

    static byte[] rawDeflate(byte[] content) {
        return through(
                content,
                out -> new DeflaterOutputStream(out, new Deflater(Deflater.BEST_SPEED, true)));
    }

    private static byte[] through(byte[] content, Opener opener) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packed = opener.open(out)) {
            packed.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** A zip with data descriptors, as most programs stream it. */
    static byte[] zip(String name, byte[] content) {
        return new Zip().file(name, content).bytes();
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }

    /** A zip that is made entry by entry. */
    static final class Zip {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ZipOutputStream zip = new ZipOutputStream(out);

        Zip file(String name, byte[] content) {
            return entry(new ZipEntry(name), content);
        }

        Zip directory(String name) {
            return entry(new ZipEntry(name), new byte[0]);
        }

        /** Not compressed, its sizes in front of it. */
        Zip stored(String name, byte[] content) {
            ZipEntry entry = new ZipEntry(name);
            CRC32 checksum = new CRC32();
            checksum.update(content);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(content.length);
            entry.setCrc(checksum.getValue());
            return entry(entry, content);
        }

        private Zip entry(ZipEntry entry, byte[] content) {
            try {
                zip.putNextEntry(entry);
                zip.write(content);
                zip.closeEntry();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }

        byte[] bytes() {
            try {
                zip.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return out.toByteArray();
        }
    }
}
