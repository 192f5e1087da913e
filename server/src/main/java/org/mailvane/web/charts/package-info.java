/**
 * The positions of the parts of charts: plain numbers, which templates write as SVG. Coordinates
 * are whole, so that lines are sharp. Colours are in {@code mailvane.css}: classes say what a part
 * means.
 */
@NullMarked
package org.mailvane.web.charts;

import org.jspecify.annotations.NullMarked;
