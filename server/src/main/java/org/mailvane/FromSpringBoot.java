package org.mailvane;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;

/** Spring Boot's auto-configurations, for the service and for commands. */
final class FromSpringBoot {

    private FromSpringBoot() {}

    /** The service gets everything that fits. */
    @EnableAutoConfiguration
    static class ForService {}

    /**
     * A command gets JSON only: nothing else of Spring Boot's is needed there. To decide on
     * everything else, and then not use it, takes a third of the start of a command. So annotations
     * that make Spring wrap a part, such as {@code @Transactional}, have no effect in a command;
     * {@code StructureTest} forbids them.
     */
    @ImportAutoConfiguration(JacksonAutoConfiguration.class)
    static class ForCommand {}
}
