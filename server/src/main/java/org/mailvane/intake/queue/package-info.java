/** Mails that wait to be read: how they get into the queue, who reads them, and in which order. */
@NullMarked
package org.mailvane.intake.queue;

import org.jspecify.annotations.NullMarked;
