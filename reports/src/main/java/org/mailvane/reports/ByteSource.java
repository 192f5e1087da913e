package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;

/** Bytes that can be read more than once, always the same: a file, an array, an unpacked entry. */
@FunctionalInterface
public interface ByteSource {

    /** Opens the bytes from their start. The caller closes the stream. */
    InputStream open() throws IOException;
}
