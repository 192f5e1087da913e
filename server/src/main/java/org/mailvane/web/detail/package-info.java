/** Detail reports: the form, and the page of one report. */
@NullMarked
package org.mailvane.web.detail;

import org.jspecify.annotations.NullMarked;
