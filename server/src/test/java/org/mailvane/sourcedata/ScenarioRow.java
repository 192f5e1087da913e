package org.mailvane.sourcedata;

import java.util.Arrays;
import java.util.List;

/** A line of {@code scenario.txt}: a row of a report, and who is to be said to send it. */
record ScenarioRow(
        String what,
        String address,
        String reverseName,
        String headerFrom,
        List<String> signatures,
        List<String> spf,
        boolean dkimAligned,
        boolean spfAligned,
        String override,
        long messages,
        int category,
        int rule,
        String source) {

    private static final String NOTHING = "-";
    private static final String UNCONFIRMED = "~";
    private static final int CELLS = 12;

    static ScenarioRow parse(String line) {
        String[] cells = line.split("\\s*\\|\\s*", -1);
        if (cells.length != CELLS) {
            throw new IllegalArgumentException(cells.length + " cells: " + line);
        }
        List<String> passes = words(cells[6]);
        return new ScenarioRow(
                cells[0],
                cells[1],
                cells[2],
                cells[3],
                words(cells[4]),
                words(cells[5]),
                passes.contains("dkim"),
                passes.contains("spf"),
                cells[7],
                Long.parseLong(cells[8]),
                Integer.parseInt(cells[9]),
                Integer.parseInt(cells[10]),
                cells[11]);
    }

    private static List<String> words(String cell) {
        return cell.equals(NOTHING) ? List.of() : Arrays.asList(cell.split(" +"));
    }

    boolean hasReverseName() {
        return !reverseName.equals(NOTHING);
    }

    boolean isConfirmed() {
        return hasReverseName() && !reverseName.startsWith(UNCONFIRMED);
    }

    /** The reverse name alone. */
    String name() {
        return isConfirmed() ? reverseName : reverseName.substring(UNCONFIRMED.length());
    }

    boolean passes() {
        return dkimAligned || spfAligned;
    }

    /** The row as a report has it. */
    String xml() {
        StringBuilder xml = new StringBuilder();
        xml.append("<record><row><source_ip>").append(address);
        xml.append("</source_ip><count>").append(messages);
        xml.append("</count><policy_evaluated><disposition>none</disposition><dkim>");
        xml.append(dkimAligned ? "pass" : "fail").append("</dkim><spf>");
        xml.append(spfAligned ? "pass" : "fail").append("</spf>");
        if (!override.equals(NOTHING)) {
            String[] parts = override.split(":", 2);
            xml.append("<reason><type>").append(parts[0]).append("</type><comment>");
            xml.append(parts.length > 1 ? parts[1] : "").append("</comment></reason>");
        }
        xml.append("</policy_evaluated></row><identifiers><header_from>").append(headerFrom);
        xml.append("</header_from></identifiers><auth_results>");
        for (String signature : signatures) {
            String[] parts = signature.split("[/=]", -1);
            xml.append("<dkim><domain>").append(parts[0]).append("</domain><selector>");
            xml.append(parts[1]).append("</selector><result>").append(parts[2]);
            xml.append("</result></dkim>");
        }
        for (String check : spf) {
            String[] parts = check.split("=", -1);
            xml.append("<spf><domain>").append(parts[0]).append("</domain><result>");
            xml.append(parts[1]).append("</result></spf>");
        }
        return xml.append("</auth_results></record>").toString();
    }
}
