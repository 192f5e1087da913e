/**
 * Tests of the embedded PostgreSQL with the real programs, and the PostgreSQL that all other tests
 * use.
 */
@NullMarked
package org.mailvane.postgres;

import org.jspecify.annotations.NullMarked;
