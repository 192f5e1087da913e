package org.mailvane.api;

import jakarta.servlet.http.HttpServletRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;

/** A file that is the body of a request. */
public final class UploadBody {

    /** Megabytes of an upload at most, all its files together. */
    public static final int MAX_MB = ApiConfiguration.UPLOAD_LIMIT_MB;

    private UploadBody() {}

    /** The name that {@code Content-Disposition} gives the file, if it does. */
    public static @Nullable String fileName(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.CONTENT_DISPOSITION);
        if (header == null) {
            return null;
        }
        try {
            return ContentDisposition.parse(header).getFilename();
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    /**
     * Takes the body in, on disk. The caller deletes the file.
     *
     * @throws ApiProblem 413 when it is larger than the limit
     */
    public static Path spool(HttpServletRequest request) throws IOException {
        Path file = Files.createTempFile("mailvane-upload-", ".body");
        boolean complete = false;
        // Written into the file as it was made, which only this user can read.
        try (InputStream body = new Limited(request.getInputStream());
                OutputStream out = Files.newOutputStream(file)) {
            body.transferTo(out);
            complete = true;
            return file;
        } finally {
            if (!complete) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static final class Limited extends FilterInputStream {

        private long left = (long) ApiConfiguration.UPLOAD_LIMIT_MB << 20;

        Limited(InputStream body) {
            super(body);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int n = super.read(bytes, offset, length);
            count(Math.max(n, 0));
            return n;
        }

        private void count(int bytes) {
            left -= bytes;
            if (left < 0) {
                throw ProblemHandler.uploadTooLarge();
            }
        }
    }
}
