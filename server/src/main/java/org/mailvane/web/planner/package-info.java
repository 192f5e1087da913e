/** The planner: which policy each domain can have next. */
@NullMarked
package org.mailvane.web.planner;

import org.jspecify.annotations.NullMarked;
