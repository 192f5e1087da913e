/** The list of reporters, and the list of the stored reports. */
@NullMarked
package org.mailvane.web.reporters;

import org.jspecify.annotations.NullMarked;
