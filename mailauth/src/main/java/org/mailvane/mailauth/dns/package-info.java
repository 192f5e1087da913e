/** Domain names, and which of them belong together. */
@NullMarked
package org.mailvane.mailauth.dns;

import org.jspecify.annotations.NullMarked;
