package org.mailvane.domains;

import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;

/** A rule about groups does not allow what was wanted; the message says which. */
final class GroupRuleException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String field;
    private final transient Message text;

    /**
     * A refusal.
     *
     * @param field the field that would break the rule
     */
    GroupRuleException(String field, Message text) {
        super(MessageFormatter.forPrograms().format(text), null, false, false);
        this.field = field;
        this.text = text;
    }

    String field() {
        return field;
    }

    /** Returns which rule it is. */
    Message text() {
        return text;
    }
}
