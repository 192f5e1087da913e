/** Tests of BIMI. */
@NullMarked
package org.mailvane.mailauth.bimi;

import org.jspecify.annotations.NullMarked;
