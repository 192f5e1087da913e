/**
 * The positions of the parts of charts: plain numbers, which templates write as SVG. Whatever is
 * drawn has whole coordinates, so that it is sharp, and no colours: classes say what a part means.
 */
@NullMarked
package org.mailvane.web.charts;

import org.jspecify.annotations.NullMarked;
