package org.mailvane.web.parts;

import org.mailvane.actions.Issue;
import org.mailvane.domains.DomainHealth;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Passage;

/**
 * A finding as a domain's page shows it: of an inspection, or of the last check.
 *
 * @param code the stable code
 * @param level how bad it is
 * @param text what was found
 * @param solution what to do about it
 * @param reference RFC and section; empty where there is none
 */
public record ShownFinding(
        String code, Level level, Passage text, Passage solution, String reference) {

    public static ShownFinding of(Finding finding) {
        return new ShownFinding(
                finding.code(),
                finding.level(),
                FindingMessages.text(finding),
                FindingMessages.solution(finding),
                finding.reference());
    }

    public static ShownFinding of(Issue issue) {
        return new ShownFinding(
                issue.code(),
                issue.health() == DomainHealth.FIX ? Level.ERR : Level.WARN,
                issue.problem(),
                issue.solution(),
                "");
    }
}
