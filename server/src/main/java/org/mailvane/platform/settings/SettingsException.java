package org.mailvane.platform.settings;

import java.util.List;

/** Settings that can't be used. The message lists every problem, numbered. */
public final class SettingsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final List<String> problems;

    SettingsException(List<String> problems) {
        super(text(problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns one line for each problem: where the value is, what it is, what is allowed. */
    public List<String> problems() {
        return problems;
    }

    private static String text(List<String> problems) {
        StringBuilder text = new StringBuilder("The settings have ");
        text.append(problems.size()).append(problems.size() == 1 ? " problem:" : " problems:");
        for (int i = 0; i < problems.size(); i++) {
            text.append("\n  ").append(i + 1).append(". ").append(problems.get(i));
        }
        return text.toString();
    }
}
