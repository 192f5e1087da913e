/** The inspectors of DNS records. */
@NullMarked
package org.mailvane.web.inspector;

import org.jspecify.annotations.NullMarked;
