/**
 * The catalogue of findings about records, which inspectors, issues, tasks and the documentation
 * share.
 */
@NullMarked
package org.mailvane.mailauth.finding;

import org.jspecify.annotations.NullMarked;
