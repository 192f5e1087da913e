/** The list of imports with the upload form, and the page of one import. */
@NullMarked
package org.mailvane.web.imports;

import org.jspecify.annotations.NullMarked;
