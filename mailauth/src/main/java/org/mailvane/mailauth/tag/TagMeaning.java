package org.mailvane.mailauth.tag;

/**
 * What people are told about a tag that a kind of record has.
 *
 * @param key its name in records
 * @param title what it is, in a few words of lower case
 * @param defaultValue what holds where it is left out; empty where there is nothing
 * @param description what it does
 * @param supported whether receivers of today know it
 */
public record TagMeaning(
        String key, String title, String defaultValue, String description, boolean supported) {

    /** A tag of today. */
    public TagMeaning(String key, String title, String defaultValue, String description) {
        this(key, title, defaultValue, description, true);
    }
}
