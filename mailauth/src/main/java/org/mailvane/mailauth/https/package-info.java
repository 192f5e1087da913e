/** The one way to files on the web: an interface that the caller of this library gives it. */
@NullMarked
package org.mailvane.mailauth.https;

import org.jspecify.annotations.NullMarked;
