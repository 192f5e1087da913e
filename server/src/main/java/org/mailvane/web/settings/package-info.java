/** The pages of the settings: those of the user, and those of the account. */
@NullMarked
package org.mailvane.web.settings;

import org.jspecify.annotations.NullMarked;
