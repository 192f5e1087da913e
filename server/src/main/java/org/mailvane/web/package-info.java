/**
 * Pages for people, rendered on the server from the same services as the API. A controller creates
 * a record, {@code Pages} renders it with the template in {@code src/main/jte} that the build has
 * compiled to a class, and all texts are in the bundles {@code messages}.
 *
 * <p>Each page has a package, with its templates in the folder of the same name. Pages use {@code
 * web.frame}, {@code web.parts} and {@code web.charts}, and not each other: they link through
 * {@code Routes}.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "actions",
            "api",
            "api :: *",
            "detailreport",
            "detailreport :: *",
            "domains",
            "failurereport",
            "inspect",
            "intake",
            "intake :: *",
            "monitor",
            "planner",
            "platform :: settings",
            "platform :: store",
            "reporters",
            "sourcedata",
            "sources",
            "sources :: *",
            "text",
            "timeline",
            "tls",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
