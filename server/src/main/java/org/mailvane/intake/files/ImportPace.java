package org.mailvane.intake.files;

import java.time.Duration;

/**
 * How fast an import is read.
 *
 * @param read messages or files that were read lately, without the first: when that was begun is
 *     not known
 * @param time since the first was read
 */
public record ImportPace(long read, Duration time) {}
