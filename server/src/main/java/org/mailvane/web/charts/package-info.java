/**
 * Where the parts of charts lie: plain numbers, which templates write as SVG. Whatever is drawn has
 * whole coordinates, so that it is sharp, and no colours: classes say what a part stands for.
 */
@NullMarked
package org.mailvane.web.charts;

import org.jspecify.annotations.NullMarked;
