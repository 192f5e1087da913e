/**
 * Inspects DKIM key records: the records at a selector, and whether their key is reliable. Verifies
 * the DKIM signatures of mails.
 */
@NullMarked
package org.mailvane.mailauth.dkim;

import org.jspecify.annotations.NullMarked;
