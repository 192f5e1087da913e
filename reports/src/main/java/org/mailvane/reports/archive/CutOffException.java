package org.mailvane.reports.archive;

import java.util.zip.DataFormatException;

/** Packed data end before their end; what is damaged otherwise is its superclass. */
final class CutOffException extends DataFormatException {

    private static final long serialVersionUID = 1;
}
