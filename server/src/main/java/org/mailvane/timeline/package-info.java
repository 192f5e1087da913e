/**
 * The timeline: events of domains, their records and their traffic. Other modules report events to
 * {@link org.mailvane.timeline.Timeline}; {@link org.mailvane.timeline.TimelineEventFilter} has the
 * filters of the list.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "domains",
            "platform :: store",
            "platform :: system",
            "text"
        })
@NullMarked
package org.mailvane.timeline;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
