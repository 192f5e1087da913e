/** Lists as CSV (RFC 4180), with the columns of their JSON. */
@NamedInterface("csv")
@NullMarked
package org.mailvane.api.csv;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
