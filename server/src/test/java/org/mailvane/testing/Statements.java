package org.mailvane.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * Listens to the SQL statements that a request makes the services of this JVM run. The request is
 * known by its {@code X-Request-Id}, so that whatever else runs is not counted.
 */
public final class Statements implements AutoCloseable {

    private static final String BEGIN = "Executing prepared SQL statement";

    /** The class that runs them. */
    private static final String RUN_BY = "org.mailvane.platform.store.Statements$Limited";

    private final Logger logger = (Logger) LoggerFactory.getLogger(RUN_BY);
    private final List<String> texts = new CopyOnWriteArrayList<>();
    private final Listener listener;
    private final ListenAgain again = new ListenAgain();

    private Statements(String requestId) {
        this.listener = new Listener(requestId, texts);
    }

    /** Listens to the statements of the request with this id until it is closed. */
    public static Statements of(String requestId) {
        Statements statements = new Statements(requestId);
        statements.logger.getLoggerContext().addListener(statements.again);
        statements.listen();
        return statements;
    }

    private void listen() {
        logger.setAdditive(false);
        logger.setLevel(Level.DEBUG);
        logger.addAppender(listener);
        listener.start();
    }

    /**
     * Returns how many there were.
     *
     * @throws AssertionError when none was heard: then the request ran none, or nobody listened
     */
    public int count() {
        if (texts.isEmpty()) {
            throw new AssertionError(
                    "no statement was heard; level %s, listening %s, started %s, filters %s, other requests %s"
                            .formatted(
                                    logger.getEffectiveLevel(),
                                    logger.isAttached(listener),
                                    listener.isStarted(),
                                    logger.getLoggerContext().getTurboFilterList(),
                                    listener.others));
        }
        return texts.size();
    }

    @Override
    public void close() {
        logger.getLoggerContext().removeListener(again);
        logger.detachAppender(listener);
        logger.setLevel(null);
        logger.setAdditive(true);
    }

    /** A service that starts beside the request takes all appenders away. */
    private final class ListenAgain implements LoggerContextListener {

        @Override
        public boolean isResetResistant() {
            return true;
        }

        @Override
        public void onReset(LoggerContext context) {
            listen();
        }

        @Override
        public void onStart(LoggerContext context) {}

        @Override
        public void onStop(LoggerContext context) {}

        @Override
        public void onLevelChange(Logger changed, Level level) {}
    }

    private static final class Listener extends AppenderBase<ILoggingEvent> {

        private final String requestId;
        private final List<String> texts;

        /** Requests, or work without one, whose statements were heard too. */
        private final Set<String> others = ConcurrentHashMap.newKeySet();

        Listener(String requestId, List<String> texts) {
            this.requestId = requestId;
            this.texts = texts;
        }

        @Override
        protected void append(ILoggingEvent event) {
            String request = event.getMDCPropertyMap().getOrDefault("request", "");
            if (!request.equals(requestId)) {
                others.add(request);
            } else if (event.getFormattedMessage().startsWith(BEGIN)) {
                texts.add(event.getFormattedMessage());
            }
        }
    }
}
