/**
 * Sign-in by password, second factor or identity provider, one-time links, and the setup of the
 * first account.
 */
@NullMarked
package org.mailvane.web.signin;

import org.jspecify.annotations.NullMarked;
