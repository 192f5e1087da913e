package org.mailvane.api;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Collects the lines of the security log until it is closed. */
public final class SecurityLines implements AutoCloseable {

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(SecurityLog.NAME);

    /** Starts to collect, whatever other tests of this JVM have logged before. */
    public SecurityLines() {
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.INFO);
        SecurityLog.beginPeriod();
    }

    /** Returns the lines. */
    public List<String> all() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        logger.setLevel(null);
        logger.detachAppender(appender);
    }
}
