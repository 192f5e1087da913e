package org.mailvane.api.binding;

import jakarta.servlet.http.HttpServletRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiConfiguration;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.ProblemHandler;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;

/** A file that is the body of a request. */
public final class UploadBody {

    /** Megabytes of an upload at most, all its files together. */
    public static final int MAX_MB = ApiConfiguration.UPLOAD_LIMIT_MB;

    public static final long MAX_BYTES = (long) MAX_MB << 20;

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

    /** The body of a request, which throws an {@link ApiProblem} beyond the limit. */
    public static InputStream limited(HttpServletRequest request) throws IOException {
        return new Limited(request.getInputStream());
    }

    private static final class Limited extends FilterInputStream {

        private long left = MAX_BYTES;

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
