package org.mailvane.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;

/** Background work when the service stops. */
class BackgroundWorkTest {

    private final CountDownLatch told = new CountDownLatch(2);
    private final AtomicInteger together = new AtomicInteger();

    /** Ends when the other one has been told to end, too. */
    private final class EndsWithTheOther implements BackgroundWork {

        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            told.countDown();
            try {
                if (told.await(5, TimeUnit.SECONDS)) {
                    together.incrementAndGet();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @Test
    void allWorkIsToldToStopAtOnceAndThenWaitedFor() {
        EndsWithTheOther one = new EndsWithTheOther();
        EndsWithTheOther other = new EndsWithTheOther();
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.registerBean("one", EndsWithTheOther.class, () -> one);
            context.registerBean("other", EndsWithTheOther.class, () -> other);
            context.refresh();
            assertThat(one.isRunning()).isTrue();
            assertThat(other.isRunning()).isTrue();
        }
        assertThat(together.get()).isEqualTo(2);
        assertThat(one.isRunning()).isFalse();
        assertThat(other.isRunning()).isFalse();
    }
}
