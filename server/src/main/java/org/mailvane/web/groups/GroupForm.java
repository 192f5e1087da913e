package org.mailvane.web.groups;

import java.util.Map;
import org.mailvane.api.binding.FormBody;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroupChange;
import org.mailvane.text.Passage;

/**
 * The form of a group, whose fields are those of the API.
 *
 * @param label its name
 * @param notes what people wrote about it
 * @param parked whether its domains are not expected to send mail
 * @param hiding whether it leaves out domains that other groups hold
 * @param errors what is wrong, by field, as the API says it
 */
record GroupForm(
        String label, String notes, boolean parked, boolean hiding, Map<String, Passage> errors) {

    static final String LABEL = "label";
    static final String NOTES = "notes";
    static final String PARKED = "parked_domains";
    static final String HIDING = "hide_assigned_domains";

    static final GroupForm EMPTY = new GroupForm("", "", false, false, Map.of());

    /** A group as it is. */
    static GroupForm of(DomainGroup group) {
        return new GroupForm(
                group.label(),
                group.notes(),
                group.parkedDomains(),
                group.hideAssignedDomains(),
                Map.of());
    }

    /** What a browser sent of all fields; what is not ticked is not sent. */
    static GroupForm of(Map<String, String> sent) {
        return new GroupForm(
                sent.getOrDefault(LABEL, ""),
                sent.getOrDefault(NOTES, ""),
                sent.containsKey(PARKED),
                sent.containsKey(HIDING),
                Map.of());
    }

    /** What a browser sent of the form that has the notes alone; whoever adds others asks more. */
    GroupForm withNotes(Map<String, String> sent) {
        return new GroupForm(
                sent.getOrDefault(LABEL, label),
                sent.getOrDefault(NOTES, notes),
                parked || sent.containsKey(PARKED),
                hiding || sent.containsKey(HIDING),
                Map.of());
    }

    /** The same with what was refused. */
    GroupForm with(ApiProblem refused) {
        return new GroupForm(label, notes, parked, hiding, refused.messages());
    }

    Passage error(String field) {
        return errors.getOrDefault(field, Passage.EMPTY);
    }

    /** Returns what is wrong with something that has no separate field. */
    Passage error() {
        return error(FieldErrors.WHOLE).and(error(PARKED)).and(error(HIDING));
    }

    /**
     * What it says, by the rules of the API.
     *
     * @throws ApiProblem 400 with what is wrong by field
     */
    DomainGroupChange read() {
        return FormBody.read(
                DomainGroupChange.class,
                Map.of(LABEL, label, NOTES, notes, PARKED, parked, HIDING, hiding));
    }
}
