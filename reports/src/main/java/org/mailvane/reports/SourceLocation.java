package org.mailvane.reports;

import java.util.regex.Pattern;

/**
 * A position in an input.
 *
 * @param path as in {@link Problem#path}
 * @param archives number of archives around it
 * @param mails number of mails around it
 * @param tlsDomain the domain that the mail around it names as that of its TLS report, or empty
 * @param subject the subject of the mail around it, or empty
 */
record SourceLocation(String path, int archives, int mails, String tlsDomain, String subject) {

    /** The input itself. */
    static SourceLocation of(String name) {
        return new SourceLocation(name, 0, 0, "", "");
    }

    /** The same in a mail of this subject, whose TLS report is about this domain. */
    SourceLocation about(String domain, String mailSubject) {
        return new SourceLocation(path, archives, mails, domain, mailSubject);
    }

    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");
    private static final int LONGEST_NAME = 255;

    /** A part or an entry; its name is as found in the input and is cleaned here. */
    SourceLocation inside(String name) {
        String clean = CONTROLS.matcher(name).replaceAll("").strip();
        String cut = clean.length() > LONGEST_NAME ? clean.substring(0, LONGEST_NAME) : clean;
        return new SourceLocation(path + " > " + cut, archives, mails, tlsDomain, subject);
    }

    /** The same, seen from inside an archive. */
    SourceLocation unpacked() {
        return new SourceLocation(path, archives + 1, mails, tlsDomain, subject);
    }

    /** The same, seen from inside a mail. */
    SourceLocation opened() {
        return new SourceLocation(path, archives, mails + 1, "", "");
    }
}
