/**
 * What several pages show: the state of a domain, sources, events, findings, policies, and shared
 * forms. It uses the frame, and no page.
 */
@NullMarked
package org.mailvane.web.parts;

import org.jspecify.annotations.NullMarked;
