package org.mailvane.mailauth.bimi;

/** Reads pictures. */
final class SvgReader {

    /** Characters of a picture that are shown. */
    static final int MAX_SHOWN = 262_144;

    private SvgReader() {}
}
