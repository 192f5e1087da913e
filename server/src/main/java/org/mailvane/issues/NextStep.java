package org.mailvane.issues;

/**
 * A step to take next.
 *
 * @param code which step: it stays the same while it is the same step
 * @param subject what it is about, such as a source; empty where the code says all
 * @param category what kind of step
 * @param details what to do and why, in plain words, with the evidence
 */
public record NextStep(String code, String subject, TaskCategory category, String details) {}
