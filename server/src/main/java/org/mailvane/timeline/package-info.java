/**
 * The timeline: what happened to domains and their records, and what their traffic did. Other
 * packages report to {@link org.mailvane.timeline.Timeline} what they saw happen.
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
