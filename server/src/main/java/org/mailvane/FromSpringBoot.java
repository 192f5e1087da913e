package org.mailvane;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;

/** What Spring Boot adds to our own parts. */
final class FromSpringBoot {

    private FromSpringBoot() {}

    /** The service gets everything that fits. */
    @EnableAutoConfiguration
    static class ForService {}

    /**
     * A command gets what its parts ask for, which is JSON. To decide on everything else, and then
     * not use it, takes a third of the start of a command.
     */
    @ImportAutoConfiguration(JacksonAutoConfiguration.class)
    static class ForCommand {}
}
