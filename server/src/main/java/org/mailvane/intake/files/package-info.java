/**
 * Reports in files: {@code mailvane import}, its dry run, and reading a file without storing it.
 */
@NamedInterface("files")
@NullMarked
package org.mailvane.intake.files;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
