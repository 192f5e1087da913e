package org.mailvane.sources;

/**
 * One of an account's own sources.
 *
 * @param id its row
 * @param sender who it is; {@code hosts} are suffixes of confirmed reverse names
 */
public record CustomSource(long id, Sender sender) {}
