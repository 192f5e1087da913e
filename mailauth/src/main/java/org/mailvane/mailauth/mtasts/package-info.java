/**
 * MTA-STS (RFC 8461): the record that says that there is a policy, and the policy, a file on the
 * web that says which hosts take a domain's mail and that they do so with TLS.
 */
@NullMarked
package org.mailvane.mailauth.mtasts;

import org.jspecify.annotations.NullMarked;
