package org.mailvane.reports;

import java.util.regex.Pattern;

/**
 * Where in an input something stands.
 *
 * @param path as in {@link Problem#path}
 * @param archives archives around it
 * @param mails mails around it
 * @param tlsDomain the domain that the mail around it names as that of its TLS report, or empty
 * @param subject the subject of the mail around it, or empty
 */
record Place(String path, int archives, int mails, String tlsDomain, String subject) {

    /** The input itself. */
    static Place of(String name) {
        return new Place(name, 0, 0, "", "");
    }

    /** The same in a mail of this subject, whose TLS report is about this domain. */
    Place about(String domain, String mailSubject) {
        return new Place(path, archives, mails, domain, mailSubject);
    }

    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");
    private static final int LONGEST_NAME = 255;

    /** A part or an entry; its name is as found in the input and is cleaned here. */
    Place inside(String name) {
        String clean = CONTROLS.matcher(name).replaceAll("").strip();
        String cut = clean.length() > LONGEST_NAME ? clean.substring(0, LONGEST_NAME) : clean;
        return new Place(path + " > " + cut, archives, mails, tlsDomain, subject);
    }

    /** The same, seen from inside an archive. */
    Place unpacked() {
        return new Place(path, archives + 1, mails, tlsDomain, subject);
    }

    /** The same, seen from inside a mail. */
    Place opened() {
        return new Place(path, archives, mails + 1, "", "");
    }
}
