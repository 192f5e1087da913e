/**
 * What requests contain and responses show: parameters, bodies, uploads, pages of lists, and the
 * types of their values.
 */
@NamedInterface("binding")
@NullMarked
package org.mailvane.api.binding;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
