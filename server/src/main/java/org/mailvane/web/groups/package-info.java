/** The list of domain groups, and the page of one group. */
@NullMarked
package org.mailvane.web.groups;

import org.jspecify.annotations.NullMarked;
