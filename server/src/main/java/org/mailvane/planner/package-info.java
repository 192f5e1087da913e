/**
 * The policy planner: which policy each domain is ready for, and what blocks it. {@link
 * org.mailvane.planner.PolicyAdvices} is what other modules call. {@code PolicyPlan} judges,
 * without database or clock, the sums that {@code Tally} adds up; {@code PolicyNotes} says what
 * does not block, and {@code DomainTasks} makes tasks of the result. {@link
 * org.mailvane.planner.ReportRecords} asks DNS whether reports can arrive.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "actions",
            "api",
            "api :: *",
            "domains",
            "monitor",
            "platform :: jobs",
            "platform :: store",
            "platform :: system",
            "sources",
            "sources :: *",
            "text",
            "timeline",
            "tls",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.planner;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
