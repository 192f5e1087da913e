/** MX records: which hosts take a domain's mail. */
@NullMarked
package org.mailvane.mailauth.mx;

import org.jspecify.annotations.NullMarked;
