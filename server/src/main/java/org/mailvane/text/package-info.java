/**
 * Texts that people read: a message is a code with arguments ({@link org.mailvane.text.Message}),
 * and becomes a text in the reader's language at the edge ({@link
 * org.mailvane.text.MessageFormatter}).
 */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package org.mailvane.text;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
