/** Watched folders, whose new files are taken in. */
@NullMarked
package org.mailvane.intake.folder;

import org.jspecify.annotations.NullMarked;
