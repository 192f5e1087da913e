package org.mailvane.sources.custom;

import org.mailvane.sources.catalogue.CatalogueSender;

/**
 * One of an account's own sources.
 *
 * @param id its row
 * @param sender who it is; {@code hosts} are suffixes of confirmed reverse names
 */
public record CustomSource(long id, CatalogueSender sender) {

    /** Characters of a name at most. */
    public static final int MAX_NAME = 128;

    /** Characters of a slug at most. */
    public static final int MAX_SLUG = 64;

    /** Characters of a note at most. */
    public static final int MAX_NOTES = 2_000;

    /** Values of one kind at most by which one source is recognised. */
    public static final int MAX_VALUES = 1_000;

    /** Whether another one of this number has the same rows. */
    boolean recognisesAs(CatalogueSender other) {
        return sender.category() == other.category()
                && sender.networks().equals(other.networks())
                && sender.hosts().equals(other.hosts())
                && sender.dkimDomains().equals(other.dkimDomains())
                && sender.spfDomains().equals(other.spfDomains());
    }
}
