package org.mailvane.domains;

import static java.util.stream.Collectors.toSet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mailvane.domains.FoundNameTable.Waiting;
import org.mailvane.domains.NameExistence.Answer;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Names that reports have shown below domains of an account. Anybody can write such names into a
 * From header, so DNS decides which of them exist. Names that do not exist, and those without an
 * answer yet, are not domains and count with the nearest domain above.
 */
@Component
class FoundNames {

    /** Names that one import asks for; of further ones the next reports ask. */
    static final int ASKED_AT_ONCE = 500;

    /**
     * Names of an account that are noted. Further ones are asked for whenever reports show them.
     */
    static final int NOTED = 5_000;

    /** How long an import waits for DNS. What is not answered by then is asked for again. */
    static final Duration IMPORT_WAITS = Duration.ofSeconds(2);

    /** How long the background waits for DNS. */
    static final Duration BACKGROUND_WAITS = Duration.ofSeconds(20);

    /** How long a missing name is not asked for again. */
    static final Duration MISSING_FOR = Duration.ofDays(1);

    /** After so long without an answer a name is only asked for when reports show it. */
    static final Duration ASKED_FOR = Duration.ofDays(7);

    /** After the first time without an answer. Each pause is twice as long as the one before. */
    static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

    static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private final FoundNameTable table;
    private final ObjectProvider<NameExistence> existence;
    private final Clock clock;

    FoundNames(FoundNameTable table, ObjectProvider<NameExistence> existence, Clock clock) {
        this.table = table;
        this.existence = existence;
        this.clock = clock;
    }

    /**
     * Asks DNS for names that reports have shown, and notes those that it does not know.
     *
     * @param names those that matter most first
     * @return those that exist
     */
    Set<DomainName> existing(Scope scope, List<DomainName> names) {
        if (names.isEmpty()) {
            return Set.of();
        }
        Instant now = clock.instant();
        Set<DomainName> notDue = table.notDue(scope, names, now);
        List<DomainName> asked =
                names.stream().filter(name -> !notDue.contains(name)).limit(ASKED_AT_ONCE).toList();
        if (asked.isEmpty()) {
            return Set.of();
        }
        Map<DomainName, Answer> answers = ask(asked, IMPORT_WAITS);
        long room = NOTED - table.count(scope);
        note(scope, those(answers, Answer.MISSING), room, true, now.plus(MISSING_FOR));
        note(scope, those(answers, Answer.UNKNOWN), room, false, now.plus(FIRST_PAUSE));
        return Set.copyOf(those(answers, Answer.EXISTS));
    }

    private void note(
            Scope scope, Collection<DomainName> names, long room, boolean missing, Instant due) {
        if (!names.isEmpty() && names.size() <= room) {
            table.note(scope, names, missing, clock.instant(), due);
        }
    }

    private static Collection<DomainName> those(Map<DomainName, Answer> answers, Answer answer) {
        return answers.keySet().stream()
                .filter(name -> answers.get(name) == answer)
                .collect(toSet());
    }

    private Map<DomainName, Answer> ask(Collection<DomainName> names, Duration limit) {
        Map<DomainName, Answer> answers = new HashMap<>();
        names.forEach(name -> answers.put(name, Answer.UNKNOWN));
        existence.forEach(each -> answers.putAll(each.ask(names, limit)));
        return answers;
    }

    /** Some names that DNS is to be asked for again. */
    List<Waiting> due() {
        return table.due(ASKED_AT_ONCE, clock.instant());
    }

    /**
     * Asks DNS again for names of one account.
     *
     * @return those that exist. They stay noted until they are domains
     */
    Set<DomainName> askAgain(Scope scope, List<Waiting> waiting) {
        Map<DomainName, Answer> answers =
                ask(waiting.stream().map(Waiting::name).toList(), BACKGROUND_WAITS);
        Instant now = clock.instant();
        Collection<DomainName> missing = those(answers, Answer.MISSING);
        if (!missing.isEmpty()) {
            table.note(scope, missing, true, now, now.plus(MISSING_FOR));
        }
        for (Waiting one : waiting) {
            if (answers.get(one.name()) != Answer.MISSING) {
                table.postpone(scope, one.name(), now.plus(pause(one.attempts() + 1)));
            }
        }
        return Set.copyOf(those(answers, Answer.EXISTS));
    }

    private static Duration pause(int attempts) {
        // More would be longer than the longest.
        int doubled = Math.min(attempts, 10);
        Duration pause = FIRST_PAUSE.multipliedBy(1L << doubled);
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    /** Forgets names that have become domains. */
    void forget(Scope scope, Collection<DomainName> names) {
        if (!names.isEmpty()) {
            table.forget(scope, names);
        }
    }

    /** Forgets what is of no use any more. */
    void forgetOld() {
        Instant now = clock.instant();
        table.forgetOld(now, now.minus(ASKED_FOR));
    }
}
