package org.mailvane.actions;

import org.mailvane.api.binding.Characters;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/**
 * A problem that a check has found.
 *
 * @param code the finding's stable code
 * @param subject what of the record it is about, such as a tag or a selector; empty for the whole
 * @param level {@code err} or {@code warn}
 * @param problem what is wrong
 * @param solution what to do about it
 * @param details the evidence: where it was read, and the content
 */
public record FoundProblem(
        String code,
        String subject,
        String level,
        Passage problem,
        Passage solution,
        Passage details) {

    /**
     * Characters of a subject that are kept: it tells problems apart, and what is longer does not.
     */
    static final int MAX_SUBJECT = 255;

    /** Returns the problem that a finding is. */
    public static FoundProblem of(Finding finding, String subject, Passage details) {
        return new FoundProblem(
                finding.code(),
                subject,
                finding.level().toString(),
                FindingMessages.text(finding),
                FindingMessages.solution(finding),
                details);
    }

    /** Returns the same about another subject. */
    public FoundProblem about(String other) {
        return new FoundProblem(code, other, level, problem, solution, details);
    }

    /** Returns what of it is kept. */
    public FoundProblem kept() {
        return new FoundProblem(
                code,
                Characters.kept(subject, MAX_SUBJECT),
                level,
                kept(problem),
                kept(solution),
                kept(details));
    }

    /** Returns the same without characters that the database can't store. */
    private static Passage kept(Passage passage) {
        return passage.withNames(name -> Characters.kept(name, Message.MAX_NAME_LENGTH));
    }
}
