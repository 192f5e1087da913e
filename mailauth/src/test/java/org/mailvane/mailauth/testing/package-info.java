/** What the tests of all records share: zones, scripted files, and cases in files. */
@NullMarked
package org.mailvane.mailauth.testing;

import org.jspecify.annotations.NullMarked;
