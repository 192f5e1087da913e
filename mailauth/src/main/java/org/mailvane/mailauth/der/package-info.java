/** DER, the encoding of ASN.1 in which keys and certificates are written. */
@NullMarked
package org.mailvane.mailauth.der;

import org.jspecify.annotations.NullMarked;
