/**
 * Mails as they arrive (RFC 5322): their header fields, their author, and their body as a stream.
 */
@NullMarked
package org.mailvane.mailauth.message;

import org.jspecify.annotations.NullMarked;
