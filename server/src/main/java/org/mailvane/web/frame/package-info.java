/**
 * What every page needs: rendering, layout, navigation, sessions, forms and their tokens, flash
 * messages, lists with their queries and pages, the paths of all pages ({@code Routes}), and error
 * pages. It uses no page.
 */
@NullMarked
package org.mailvane.web.frame;

import org.jspecify.annotations.NullMarked;
