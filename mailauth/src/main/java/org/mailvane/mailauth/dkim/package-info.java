/**
 * DKIM key records: what stands at a selector, and whether its key can be relied on. And the
 * signatures that mails have: whether they are right.
 */
@NullMarked
package org.mailvane.mailauth.dkim;

import org.jspecify.annotations.NullMarked;
