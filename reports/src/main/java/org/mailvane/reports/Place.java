package org.mailvane.reports;

/**
 * Where in an input something stands.
 *
 * @param path as in {@link Problem#path}
 * @param archives archives around it
 * @param mails mails around it
 */
record Place(String path, int archives, int mails) {

    private static final int LONGEST_NAME = 255;

    /** A part or an entry; its name is as found in the input and is cleaned here. */
    Place inside(String name) {
        String clean = name.replaceAll("\\p{Cntrl}", "").strip();
        String cut = clean.length() > LONGEST_NAME ? clean.substring(0, LONGEST_NAME) : clean;
        return new Place(path + " > " + cut, archives, mails);
    }

    /** The same, seen from inside an archive. */
    Place unpacked() {
        return new Place(path, archives + 1, mails);
    }

    /** The same, seen from inside a mail. */
    Place opened() {
        return new Place(path, archives, mails + 1);
    }
}
