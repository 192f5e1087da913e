/**
 * The policy planner: which policy each domain is ready for, and what stands against it. {@link
 * org.mailvane.planner.PolicyAdvices} is what others may call; the judgement itself, without
 * database or clock, is {@code PolicyPlan}.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "domains",
            "issues",
            "jobs",
            "monitor",
            "sources",
            "store",
            "store :: system",
            "traffic"
        })
@NullMarked
package org.mailvane.planner;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
