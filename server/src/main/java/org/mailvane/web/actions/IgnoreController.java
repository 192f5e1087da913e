package org.mailvane.web.actions;

import java.util.Map;
import org.mailvane.actions.ActionItems;
import org.mailvane.actions.Issues;
import org.mailvane.actions.Tasks;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.LocalPath;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.parts.IgnoreOutcome;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Ignores an issue or a task, or stops ignoring it. */
@Controller
@Profile("service")
class IgnoreController {

    private final Issues issues;
    private final Tasks tasks;
    private final Pages pages;

    IgnoreController(Issues issues, Tasks tasks, Pages pages) {
        this.issues = issues;
        this.tasks = tasks;
        this.pages = pages;
    }

    @PostMapping(Routes.ISSUE_IGNORE)
    ModelAndView issue(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> form) {
        return change(issues, caller.scope(), id, form);
    }

    @PostMapping(Routes.TASK_IGNORE)
    ModelAndView task(
            Caller caller, @PathVariable long id, @RequestParam Map<String, String> form) {
        return change(tasks, caller.scope(), id, form);
    }

    private ModelAndView change(
            ActionItems<?, ?> items, Scope scope, long id, Map<String, String> form) {
        if (!items.find(scope, id).orElseThrow(ApiProblem::notFound).writable()) {
            throw ApiProblem.forbidden();
        }
        boolean ignore = Boolean.parseBoolean(form.getOrDefault("ignore", "true"));
        if (items.setIgnored(scope, id, ignore).isEmpty()) {
            throw ApiProblem.notFound();
        }
        String next = LocalPath.orHome(form.getOrDefault("next", LocalPath.HOME));
        return pages.redirect(LocalPath.with(next, "done", IgnoreOutcome.of(ignore)));
    }
}
