/**
 * The policy planner: which policy each domain is ready for, and what blocks it. {@link
 * org.mailvane.planner.PolicyAdvices} is what others may call; the judgement itself, without
 * database or clock, is {@code PolicyPlan}. {@link org.mailvane.planner.ReportRecords} asks DNS at
 * once whether reports can come.
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
