package org.mailvane.postgres;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The program that tests start, and kill, in a separate JVM: opens the database, prints one line,
 * and closes the database when its input ends. Arguments: {@code own|join}, the role, the data
 * directory.
 */
final class Opener {

    private Opener() {}

    public static void main(String[] args) throws IOException {
        Options options = Options.of(Path.of(args[2]), Role.valueOf(args[1]), System.err::println);
        try (EmbeddedPostgres postgres =
                args[0].equals("own")
                        ? EmbeddedPostgres.own(options)
                        : EmbeddedPostgres.joinOrOwn(options)) {
            System.out.println((postgres.owned() ? "owned " : "joined ") + postgres.jdbcUrl());
            System.in.transferTo(System.err);
        } catch (ClusterException e) {
            System.out.println("failed " + e.getMessage());
        }
    }
}
