package org.mailvane.monitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.mailvane.domains.NameExistence;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;
import org.springframework.stereotype.Component;

/** Asks DNS whether names exist. */
@Component
class NameQuestions implements NameExistence {

    /** Questions at the same time, for all who ask. */
    static final int AT_ONCE = 32;

    private final Dns dns;
    private final Semaphore turns = new Semaphore(AT_ONCE);

    NameQuestions(Dns dns) {
        this.dns = dns;
    }

    @Override
    public Map<DomainName, Answer> ask(Collection<DomainName> names, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        List<DomainName> asked = List.copyOf(names);
        List<Future<Answer>> futures = new ArrayList<>();
        // Not closed, which would wait for what takes too long.
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            asked.forEach(name -> futures.add(threads.submit(() -> ask(name))));
            Map<DomainName, Answer> answers = new HashMap<>();
            for (int i = 0; i < asked.size(); i++) {
                answers.put(asked.get(i), await(futures.get(i), end));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private Answer ask(DomainName name) throws InterruptedException {
        turns.acquire();
        try {
            // Of an alias, where it leads to says nothing about the name itself.
            Status status = dns.ask(DnsName.of(name), RecordType.CNAME).status();
            return status == Status.NO_SUCH_NAME
                    ? Answer.MISSING
                    : status.isFailure() ? Answer.UNKNOWN : Answer.EXISTS;
        } finally {
            turns.release();
        }
    }

    private static Answer await(Future<Answer> future, long end) {
        try {
            return future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return Answer.UNKNOWN;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Answer.UNKNOWN;
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        }
    }
}
