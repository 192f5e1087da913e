/** DKIM key records: what stands at a selector, and whether its key can be relied on. */
@NullMarked
package org.mailvane.mailauth.dkim;

import org.jspecify.annotations.NullMarked;
