/** TLS reports, and the page of one policy. */
@NullMarked
package org.mailvane.web.tls;

import org.jspecify.annotations.NullMarked;
