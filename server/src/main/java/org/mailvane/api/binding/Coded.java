package org.mailvane.api.binding;

/** An enum whose constants are spelled differently in the API. */
public interface Coded {

    /** How the API spells it. */
    String code();
}
