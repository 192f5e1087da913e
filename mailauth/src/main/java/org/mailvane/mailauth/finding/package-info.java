/**
 * What can be said of records: the catalogue of findings, which inspectors, issues, tasks and the
 * documentation share.
 */
@NullMarked
package org.mailvane.mailauth.finding;

import org.jspecify.annotations.NullMarked;
