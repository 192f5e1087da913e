/**
 * How fast reports are read, and how fast they could be; how fast SPF is evaluated; see
 * docs/performance.md.
 */
@NullMarked
package org.mailvane.bench;

import org.jspecify.annotations.NullMarked;
