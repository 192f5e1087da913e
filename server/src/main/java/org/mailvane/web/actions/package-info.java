/** The lists of issues and tasks, and the form that ignores one. */
@NullMarked
package org.mailvane.web.actions;

import org.jspecify.annotations.NullMarked;
