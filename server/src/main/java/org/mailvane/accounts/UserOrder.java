package org.mailvane.accounts;

/** What lists of users can be ordered by. */
enum UserOrder {
    USERNAME,
    EMAIL
}
