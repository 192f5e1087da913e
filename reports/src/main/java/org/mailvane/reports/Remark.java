package org.mailvane.reports;

/**
 * Something about a report that was not as the RFC wants it and was read all the same.
 *
 * @param code stable, such as {@code xml.repaired}
 * @param text for a person, with the first value it applies to
 */
public record Remark(String code, String text) {}
