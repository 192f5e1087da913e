package org.mailvane.planner;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.actions.NextStep;
import org.mailvane.actions.TaskCode;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/** The steps that were found so far, and the sentences that several of them have. */
final class Steps {

    private final StepSituation situation;
    private final List<NextStep> all = new ArrayList<>();

    Steps(StepSituation situation) {
        this.situation = situation;
    }

    List<NextStep> all() {
        return List.copyOf(all);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void add(TaskCode code, Passage details) {
        add(code, "", details);
    }

    /** Adds a step that is about a part of the domain, such as a source or a selector. */
    void add(TaskCode code, String subject, Passage details) {
        all.add(new NextStep(code, subject, details));
    }

    /** Returns a sentence of {@code tasks.properties} about the domain. */
    Message about(String code) {
        return Message.of("tasks." + code).with("domain", situation.domain().name().value());
    }

    /** Adds instructions to publish a record at a name of DNS. */
    static Passage publish(String host, String record) {
        return Passage.of(Message.of("tasks.publish").with("host", host).with("record", record));
    }

    /** Adds instructions to publish a DMARC record of the domain. */
    Passage publishDmarc(String record) {
        return publish(dmarcHost(), record).and(alias());
    }

    /** Adds where the record belongs if its name is an alias (RFC 1034, section 3.6.2). */
    Passage alias() {
        String target = situation.evidence().dmarcAlias();
        return target.isEmpty()
                ? Passage.EMPTY
                : Passage.of(
                        Message.of("tasks.alias").with("host", dmarcHost()).with("target", target));
    }

    String dmarcHost() {
        return "_dmarc." + situation.domain().name();
    }

    /** Returns the evidence, as the first issue about such a record has it. */
    Passage wrong(String kind) {
        Passage evidence = situation.evidence().wrong().get(kind);
        return evidence == null ? Passage.of(Message.of("tasks.see_issues")) : evidence;
    }

    /** Adds the judged days to a sentence, if any were judged. */
    Message dated(Message sentence) {
        return JudgedDays.dated(sentence, situation.judgement().advice().judged(), false);
    }
}
