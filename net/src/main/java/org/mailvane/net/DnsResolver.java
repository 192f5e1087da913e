package org.mailvane.net;

import com.github.benmanes.caffeine.cache.Ticker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.AnswerCache.Question;
import org.mailvane.net.AnswerReader.Complete;
import org.mailvane.net.AnswerReader.LeadsOn;
import org.mailvane.net.DnsExchange.Failed;
import org.mailvane.net.DnsExchange.Said;
import org.mailvane.net.DnsExchange.Timing;
import org.xbill.DNS.ResolverConfig;

/**
 * DNS as the configured servers tell it, or the system's. Answers are kept for their time; a
 * question that many have at once is asked once.
 *
 * <p>For any number of threads; each waits for its answer.
 */
public final class DnsResolver implements FreshDns, AutoCloseable {

    private static final int DNS_PORT = 53;

    private final DnsExchange exchange;
    private final AnswerCache answers;
    private final LookupListener listener;
    private final Map<Question, CompletableFuture<DnsAnswer>> underWay = new ConcurrentHashMap<>();

    private DnsResolver(DnsExchange exchange, AnswerCache answers, LookupListener listener) {
        this.exchange = exchange;
        this.answers = answers;
        this.listener = listener;
    }

    /**
     * Asks these servers.
     *
     * @param servers if empty, those of the system
     */
    public static DnsResolver of(List<InetSocketAddress> servers, LookupListener listener) {
        return of(
                servers.isEmpty() ? systemServers() : servers,
                listener,
                Timing.USUAL,
                Ticker.systemTicker());
    }

    static DnsResolver of(
            List<InetSocketAddress> servers,
            LookupListener listener,
            Timing timing,
            Ticker ticker) {
        return new DnsResolver(new DnsExchange(servers, timing), new AnswerCache(ticker), listener);
    }

    private static List<InetSocketAddress> systemServers() {
        List<InetSocketAddress> servers = ResolverConfig.getCurrentConfig().servers();
        // Where nothing is named, this machine's own is meant, as with resolv.conf(5).
        return servers.isEmpty()
                ? List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), DNS_PORT))
                : servers;
    }

    /**
     * {@inheritDoc}
     *
     * <p>A thread that is interrupted meanwhile gets {@link Status#TIMEOUT} and stays interrupted.
     */
    @Override
    public DnsAnswer ask(DnsName name, RecordType type) {
        Question question = new Question(name, type);
        Optional<DnsAnswer> known = answers.find(question);
        if (known.isPresent()) {
            listener.answeredFromCache();
            return known.get();
        }
        try {
            while (true) {
                CompletableFuture<DnsAnswer> own = new CompletableFuture<>();
                @Nullable CompletableFuture<DnsAnswer> other = underWay.putIfAbsent(question, own);
                if (other == null) {
                    return lead(question, own);
                }
                try {
                    return other.get();
                } catch (CancellationException abandoned) {
                    // The thread that asked was interrupted, which does not answer the question for
                    // the others.
                } catch (ExecutionException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return DnsAnswer.without(Status.TIMEOUT);
        }
    }

    @Override
    public Dns fresh(Predicate<DnsName> names) {
        return (name, type) -> {
            if (names.test(name)) {
                answers.forget(new Question(name, type));
            }
            return ask(name, type);
        };
    }

    @Override
    public boolean isKnown(DnsName name, RecordType type) {
        return answers.find(new Question(name, type)).isPresent();
    }

    /** Forgets all answers: every question is asked again. */
    public void forgetAll() {
        answers.forgetAll();
    }

    private DnsAnswer lead(Question question, CompletableFuture<DnsAnswer> own)
            throws InterruptedException {
        try {
            // The one before may just have been done.
            Optional<DnsAnswer> known = answers.find(question);
            DnsAnswer answer;
            if (known.isPresent()) {
                answer = known.get();
            } else {
                long begun = System.nanoTime();
                answer = askServers(question);
                listener.lookedUp(answer.status(), System.nanoTime() - begun);
                answers.keep(question, answer);
            }
            own.complete(answer);
            return answer;
        } finally {
            underWay.remove(question, own);
            own.cancel(false);
        }
    }

    private DnsAnswer askServers(Question question) throws InterruptedException {
        if (!exchange.enter()) {
            return DnsAnswer.without(Status.TIMEOUT);
        }
        try {
            return follow(question, exchange.deadline());
        } finally {
            exchange.leave();
        }
    }

    /**
     * Resolvers answer with all aliases and what they lead to; where one stops half way, the rest
     * is asked for.
     */
    private DnsAnswer follow(Question question, long deadline) throws InterruptedException {
        DnsName at = question.name();
        List<DnsName> aliases = List.of();
        long ttl = Long.MAX_VALUE;
        while (true) {
            switch (exchange.ask(at, question.type(), deadline)) {
                case Failed failed -> {
                    return new DnsAnswer(failed.status(), List.of(), aliases, 0);
                }
                case Said said -> {
                    switch (AnswerReader.read(said.message(), at, question.type(), aliases, ttl)) {
                        case Complete complete -> {
                            return complete.answer();
                        }
                        case LeadsOn on -> {
                            aliases = on.aliases();
                            ttl = on.ttl();
                            at = aliases.getLast();
                        }
                    }
                }
            }
        }
    }

    /** How many answers are kept. */
    long kept() {
        return answers.size();
    }

    @Override
    public void close() {
        exchange.close();
    }
}
