/**
 * SPF (RFC 7208): one model of records and their terms, read by {@link
 * org.mailvane.mailauth.spf.SpfParser}, for the evaluation of one message and for the inspection of
 * a whole policy.
 */
@NullMarked
package org.mailvane.mailauth.spf;

import org.jspecify.annotations.NullMarked;
