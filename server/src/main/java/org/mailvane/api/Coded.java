package org.mailvane.api;

/** An enum whose constants have spellings of their own in the API. */
public interface Coded {

    /** How the API spells it. */
    String code();
}
