package org.mailvane.mailauth.tag;

/**
 * What is known about a tag that a kind of record has.
 *
 * @param record the kind of record, as the codes of findings name it
 * @param key its name in records
 * @param defaultValue the value that applies if it is left out; empty where there is none, or where
 *     it is another tag's
 * @param supported whether receivers of today know it
 */
public record TagMeaning(String record, String key, String defaultValue, boolean supported) {

    /** Returns the stable code by which its name and its description are found. */
    public String code() {
        return record + "." + key;
    }
}
