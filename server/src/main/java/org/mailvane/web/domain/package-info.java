/** The page of one domain, with its tabs. */
@NullMarked
package org.mailvane.web.domain;

import org.jspecify.annotations.NullMarked;
