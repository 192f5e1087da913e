package org.mailvane.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;
import org.slf4j.LoggerFactory;

/** The loop: it goes on whatever happens, and ends when it is told to. */
class WorkLoopTest {

    private final Signal news = new Signal();

    /** A queue in which everything goes well that a test does not say otherwise of. */
    private static class Work implements WorkLoop.Work {

        @Override
        public void begin() {}

        @Override
        public Duration careEvery() {
            return Duration.ofHours(1);
        }

        @Override
        public void maintain() {}

        @Override
        public boolean processBatch() throws InterruptedException {
            return false;
        }
    }

    @Test
    void aClockThatIsSetBackDelaysNoCare() {
        TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
        AtomicInteger cared = new AtomicInteger();
        WorkLoop loop =
                new WorkLoops(clock, Duration.ofMillis(5))
                        .loop(
                                Thread.ofPlatform().name("test"),
                                new Work() {
                                    @Override
                                    public void maintain() {
                                        cared.incrementAndGet();
                                    }
                                },
                                news);
        loop.start();
        try {
            Awaiting.until("care", Duration.ofSeconds(20), () -> cared.get() == 1);
            clock.advance(Duration.ofDays(-1));
            Awaiting.until("care again", Duration.ofSeconds(20), () -> cared.get() == 2);
        } finally {
            loop.stop(Duration.ofSeconds(20));
        }
    }

    private WorkLoop loop(Work work) {
        return new WorkLoops(Clock.systemUTC(), WorkLoops.IDLE)
                .loop(Thread.ofPlatform().name("test"), work, news);
    }

    @Test
    @Tag("slow")
    void roundThatFailsIsFollowedByAnother() throws Exception {
        CountDownLatch third = new CountDownLatch(3);
        AtomicInteger begun = new AtomicInteger();
        WorkLoop loop =
                loop(
                        new Work() {
                            @Override
                            public void begin() {
                                if (begun.incrementAndGet() == 1) {
                                    throw new IllegalStateException("the database is away");
                                }
                            }

                            @Override
                            public boolean processBatch() {
                                third.countDown();
                                throw new OutOfMemoryError("a large one");
                            }
                        });
        loop.start();
        try {
            assertThat(third.await(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            loop.stop(Duration.ofSeconds(20));
        }
        assertThat(begun.get()).as("repeated until it goes well, and not after").isEqualTo(2);
    }

    @Test
    void failureThatLastsIsToldOnceAMinute() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(WorkLoop.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
        CountDownLatch third = new CountDownLatch(3);
        AtomicInteger failures = new AtomicInteger();
        Work failing =
                new Work() {
                    @Override
                    public boolean processBatch() {
                        third.countDown();
                        failures.incrementAndGet();
                        throw new IllegalStateException("the database is away");
                    }
                };
        WorkLoop loop =
                new WorkLoops(clock, Duration.ofMillis(50))
                        .loop(Thread.ofPlatform().name("silent"), failing, news);
        loop.start();
        try {
            assertThat(third.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(lines.list).hasSize(1);
            clock.advance(WorkLoop.SILENCE);
            // However many failures there were until here: the next one is logged.
            Awaiting.until(
                    "it is logged again", Duration.ofSeconds(20), () -> lines.list.size() > 1);
            int before = failures.get();
            Awaiting.until(
                    "it fails twice more",
                    Duration.ofSeconds(20),
                    () -> failures.get() >= before + 2);
        } finally {
            loop.stop(Duration.ofSeconds(20));
            logger.detachAppender(lines);
        }
        assertThat(lines.list).hasSize(2);
    }

    @Test
    void aClockThatIsSetBackHidesNoFailure() {
        Logger logger = (Logger) LoggerFactory.getLogger(WorkLoop.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
        WorkLoop loop =
                new WorkLoops(clock, Duration.ofMillis(5))
                        .loop(
                                Thread.ofPlatform().name("set back"),
                                new Work() {
                                    @Override
                                    public boolean processBatch() {
                                        throw new IllegalStateException("the database is away");
                                    }
                                },
                                news);
        loop.start();
        try {
            Awaiting.until("logged", Duration.ofSeconds(20), () -> lines.list.size() == 1);
            clock.advance(Duration.ofDays(-1));
            Awaiting.until("logged again", Duration.ofSeconds(20), () -> lines.list.size() == 2);
        } finally {
            loop.stop(Duration.ofSeconds(20));
            logger.detachAppender(lines);
        }
    }

    @Test
    void careIsDueByWhenTheLastBegan() throws Exception {
        TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
        Duration half = Duration.ofMinutes(30);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(2);
        Work caring =
                new Work() {
                    @Override
                    public void maintain() {
                        if (first.getCount() > 0) {
                            clock.advance(half);
                        }
                        first.countDown();
                        second.countDown();
                    }
                };
        WorkLoop loop =
                new WorkLoops(clock, Duration.ofMillis(50))
                        .loop(Thread.ofPlatform().name("caring"), caring, news);
        loop.start();
        try {
            assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
            clock.advance(half);
            assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            loop.stop(Duration.ofSeconds(20));
        }
    }

    @Test
    void stopWaitsForWhatIsWorkedAndInterruptsItWhenPatienceIsOver() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        WorkLoop loop =
                loop(
                        new Work() {
                            @Override
                            public boolean processBatch() throws InterruptedException {
                                working.countDown();
                                try {
                                    new CountDownLatch(1).await();
                                } finally {
                                    ended.incrementAndGet();
                                }
                                return true;
                            }
                        });
        loop.start();
        assertThat(working.await(20, TimeUnit.SECONDS)).isTrue();
        loop.stop(Duration.ofMillis(50));
        assertThat(ended.get()).isOne();
        assertThat(loop.isRunning()).isFalse();
    }

    @Test
    void loopThatHasNothingToDoLooksAtOnceWhenItIsToldTo() {
        AtomicInteger looked = new AtomicInteger();
        WorkLoop loop =
                loop(
                        new Work() {
                            @Override
                            public boolean processBatch() {
                                looked.incrementAndGet();
                                return false;
                            }
                        });
        loop.start();
        try {
            for (int i = 1; i <= 20; i++) {
                int before = looked.get();
                news.give();
                // Twenty times its own second would take far longer than all of this may.
                Awaiting.until("it looks", Duration.ofMillis(900), () -> looked.get() > before);
            }
        } finally {
            loop.stop(Duration.ofSeconds(20));
        }
    }

    @Test
    void allLoopsAreToldToStopBeforeAnyIsWaitedFor() throws Exception {
        List<WorkLoop> loops = new ArrayList<>();
        CountDownLatch working = new CountDownLatch(3);
        AtomicInteger ended = new AtomicInteger();
        Work untilAllAreTold =
                new Work() {
                    @Override
                    public boolean processBatch() {
                        working.countDown();
                        Awaiting.until(
                                "all are told to stop",
                                Duration.ofSeconds(20),
                                () -> loops.stream().noneMatch(WorkLoop::isRunning));
                        ended.incrementAndGet();
                        return true;
                    }
                };
        Stream.generate(() -> loop(untilAllAreTold)).limit(3).forEach(loops::add);
        loops.forEach(WorkLoop::start);
        assertThat(working.await(20, TimeUnit.SECONDS)).isTrue();
        WorkLoop.stopAll(loops, Duration.ofSeconds(20));
        assertThat(ended.get()).as("ended without being interrupted").isEqualTo(3);
    }

    @Test
    void loopsThatWaitForTheSameSignalAreStoppedOneByOne() {
        Duration hour = Duration.ofHours(1);
        List<WorkLoop> loops =
                Stream.generate(() ->
                                new WorkLoops(Clock.systemUTC(), hour)
                                        .loop(Thread.ofPlatform(), new Work(), news))
                        .limit(3)
                        .toList();
        loops.forEach(WorkLoop::start);
        Awaiting.until(
                "all of them wait", Duration.ofSeconds(20), () -> news.waiting() == loops.size());
        // Would a loop take another's word, this took an hour, and longer than a test may.
        loops.forEach(loop -> loop.stop(hour));
        assertThat(loops).noneMatch(WorkLoop::isRunning);
    }
}
