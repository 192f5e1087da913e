package org.mailvane;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.springframework.stereotype.Component;

/**
 * The classes that the build found to be Spring components. Reading their names from a file is
 * cheaper than a scan, which reads every class file of Mailvane at each start (ADR 27).
 */
final class ComponentIndex {

    /** Written by Spring's annotation processor when the server is compiled. */
    private static final String FILE = "META-INF/spring.components";

    private static final String OWN = ComponentIndex.class.getPackageName() + ".";

    private ComponentIndex() {}

    /** Returns the components, sorted by name, as a scan of one folder finds them. */
    static Class<?>[] classes() {
        return read().entrySet().stream()
                .filter(entry -> ((String) entry.getKey()).startsWith(OWN))
                .filter(entry -> isComponent((String) entry.getValue()))
                .map(entry -> (String) entry.getKey())
                // The application is a configuration itself. It is the first source already.
                .filter(name -> !name.equals(MailvaneApplication.class.getName()))
                .sorted()
                .map(ComponentIndex::load)
                .toArray(Class<?>[]::new);
    }

    /**
     * Returns whether a class is a component.
     *
     * @param stereotypes what the index knows of the class, separated by commas
     */
    private static boolean isComponent(String stereotypes) {
        for (String stereotype : stereotypes.split(",", -1)) {
            if (stereotype.equals(Component.class.getName())) {
                return true;
            }
        }
        return false;
    }

    /** Reads the index of each part of the class path: tests have components too. */
    private static Properties read() {
        Properties index = new Properties();
        try {
            List<URL> files =
                    Collections.list(ComponentIndex.class.getClassLoader().getResources(FILE));
            if (files.isEmpty()) {
                throw new IllegalStateException(
                        FILE + " is missing. Compile with Maven, or enable annotation processing.");
            }
            for (URL file : files) {
                try (InputStream in = file.openStream()) {
                    index.load(in);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return index;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ComponentIndex.class.getClassLoader());
        } catch (ClassNotFoundException stale) {
            throw new IllegalStateException(
                    FILE + " is out of date: run ./mvnw -o -q -Dfast test-compile.", stale);
        }
    }
}
