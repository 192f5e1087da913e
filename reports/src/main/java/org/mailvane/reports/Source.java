package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A document's bytes: first the stream that is already open, then, only if requested again, a
 * stream that is opened and unpacked again. So most reports are unpacked once.
 */
final class Source implements ByteSource {

    private @Nullable InputStream first;
    private final ByteSource again;

    Source(InputStream first, ByteSource again) {
        this.first = first;
        this.again = again;
    }

    @Override
    public InputStream open() throws IOException {
        InputStream open = first;
        if (open == null) {
            return again.open();
        }
        first = null;
        return open;
    }
}
