package org.mailvane.accounts;

/** What lists of users can be ordered by. */
public enum UserOrder {
    USERNAME,
    EMAIL
}
