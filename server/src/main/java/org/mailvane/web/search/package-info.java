/** The search for domains, sources and addresses. */
@NullMarked
package org.mailvane.web.search;

import org.jspecify.annotations.NullMarked;
