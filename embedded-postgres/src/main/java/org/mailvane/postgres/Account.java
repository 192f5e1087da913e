package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The unprivileged user under which root runs PostgreSQL, which refuses to run as root.
 *
 * @param uid never 0
 * @param gid its group
 */
record Account(int uid, int gid) {

    private static final Path USERS = Path.of("/etc/passwd");
    private static final String SERVICE_USER = "mailvane";
    private static final String NOBODY = "nobody";

    /** The numbers of nobody on every Linux, for images without a user list. */
    private static final Account FALLBACK = new Account(65534, 65534);

    /**
     * The owner of the cluster when there is one; else the owner of the data directory when that
     * isn't root, whose files must stay usable without root; else the user {@code mailvane}; else
     * {@code nobody}.
     */
    static Account choose(Path clusterData, Path dataDirectory) throws IOException {
        if (Files.exists(clusterData) && OwnedFiles.uid(clusterData) != 0) {
            return ownerOf(clusterData);
        }
        if (OwnedFiles.uid(dataDirectory) != 0 && hasName(dataDirectory)) {
            return ownerOf(dataDirectory);
        }
        List<String> users = Files.isReadable(USERS) ? Files.readAllLines(USERS) : List.of();
        for (String name : List.of(SERVICE_USER, NOBODY)) {
            for (String line : users) {
                String[] fields = line.split(":", -1);
                if (fields.length > 3 && fields[0].equals(name) && !fields[2].equals("0")) {
                    return new Account(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]));
                }
            }
        }
        return FALLBACK;
    }

    private static Account ownerOf(Path file) throws IOException {
        return new Account(OwnedFiles.uid(file), OwnedFiles.gid(file));
    }

    /**
     * A bare number, as of a host's user in a container, won't do: initdb insists on a name. Java
     * gives the number as name then.
     */
    private static boolean hasName(Path file) throws IOException {
        return !Files.getOwner(file).getName().equals(Integer.toString(OwnedFiles.uid(file)));
    }
}
