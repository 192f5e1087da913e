/**
 * What can be wrong with a request, and how every error is answered: {@link
 * org.mailvane.api.errors.ProblemWriter} writes all of them.
 */
@NamedInterface("errors")
@NullMarked
package org.mailvane.api.errors;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
