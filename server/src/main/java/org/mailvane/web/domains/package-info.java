/** The list of domains, and the forms that add, move and delete domains. */
@NullMarked
package org.mailvane.web.domains;

import org.jspecify.annotations.NullMarked;
