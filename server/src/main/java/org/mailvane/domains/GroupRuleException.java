package org.mailvane.domains;

/** A rule about groups does not allow what was wanted; the message says which. */
final class GroupRuleException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String field;

    /**
     * A refusal.
     *
     * @param field the field that would break the rule
     */
    GroupRuleException(String field, String message) {
        super(message, null, false, false);
        this.field = field;
    }

    String field() {
        return field;
    }
}
