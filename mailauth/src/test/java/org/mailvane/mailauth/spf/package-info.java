/** Tests of SPF records and their evaluation. */
@NullMarked
package org.mailvane.mailauth.spf;

import org.jspecify.annotations.NullMarked;
