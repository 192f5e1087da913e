package org.mailvane.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.TaskCode;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.sources.PassesBy;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/** The steps about sources that block a stricter policy: whose mail it is, and how it can pass. */
final class SourceSteps {

    private static final String ADKIM = "adkim";
    private static final String ASPF = "aspf";

    private final StepSituation situation;
    private final PublishedPolicy published;
    private final DomainName name;
    private final Steps steps;

    SourceSteps(StepSituation situation, Steps steps) {
        this.situation = situation;
        this.published = situation.domain().published();
        this.name = situation.domain().name();
        this.steps = steps;
    }

    /**
     * Adds steps for the largest, and for those that people know already: a step does not go
     * because others fail more. Then others as long as there are few.
     */
    void find() {
        List<SenderEvidence> blocking =
                situation.judgement().advice().sources().stream()
                        .filter(SenderEvidence::blocks)
                        .toList();
        List<SenderEvidence> told =
                blocking.stream()
                        .filter(source -> isOpen(source) || source.equals(blocking.getFirst()))
                        .toList();
        long free = NextSteps.MAX_TOLD - told.stream().filter(source -> !isIgnored(source)).count();
        List<SenderEvidence> shown = new ArrayList<>(told);
        blocking.stream()
                .filter(source -> !told.contains(source))
                .limit(Math.max(0, free))
                .forEach(shown::add);
        blocking.stream().filter(shown::contains).forEach(this::add);
    }

    private boolean isOpen(SenderEvidence source) {
        return situation.open().has(code(source), subject(source));
    }

    private boolean isIgnored(SenderEvidence source) {
        return situation.open().hasIgnored(code(source), subject(source));
    }

    private static TaskCode code(SenderEvidence source) {
        return source.undecided() ? TaskCode.SOURCE_DECIDE : TaskCode.SOURCE_FIX;
    }

    private static String subject(SenderEvidence source) {
        return String.valueOf(source.number());
    }

    private void add(SenderEvidence source) {
        SourceName known = situation.sources().get(source.number());
        steps.add(
                code(source),
                subject(source),
                source.undecided() ? decide(source, known) : fix(source, known));
    }

    private Passage decide(SenderEvidence source, @Nullable SourceName known) {
        String way =
                switch (passesBy(known)) {
                    case SPF_OR_DKIM -> "spf_or_dkim";
                    case DKIM -> "dkim";
                    case SPF -> "spf";
                    case NOTHING -> "nothing";
                };
        return Passage.of(
                        evidence("tasks.source.decide", source),
                        Message.of("tasks.source.decide." + way)
                                .with("domains", source.undecidedAt(), Texts.MAX_NAMES))
                .and(catalogueNotes(known, true));
    }

    private Passage fix(SenderEvidence source, @Nullable SourceName known) {
        List<String> broken = situation.failed().brokenKeys(source.number());
        long passed = source.messages() - source.failed();
        boolean mostPasses = passed > source.failed();
        Message act;
        if (!broken.isEmpty()) {
            act =
                    Message.of("tasks.source.fix.broken_signature")
                            .with("hosts", broken, Texts.MAX_NAMES);
        } else if (mostPasses) {
            act = Message.of("tasks.source.fix.mostly_passing");
        } else {
            act = setUp(source, passesBy(known));
        }
        return Passage.of(evidence("tasks.source.fix", source).with("failed", source.failed()), act)
                .and(strictness(source))
                .and(whereItFails(source))
                .and(mostPasses ? Passage.EMPTY : catalogueNotes(known, broken.isEmpty()));
    }

    private static PassesBy passesBy(@Nullable SourceName known) {
        return known == null ? PassesBy.SPF_OR_DKIM : known.passesBy();
    }

    /** Returns how much it sent, in whose names, and when. */
    private Message evidence(String code, SenderEvidence source) {
        Message sentence =
                names(
                        Message.of(code)
                                .with("source", source.name())
                                .with("messages", source.messages()),
                        source);
        return JudgedDays.dated(sentence, situation.judgement().advice().judged(), source.longer());
    }

    private Message names(Message sentence, SenderEvidence source) {
        List<String> below = source.failingNames();
        if (!source.inSubdomains()) {
            return sentence.with("names", name.value());
        }
        if (!source.inOwnName() && below.size() == 1) {
            return sentence.with("names", below.getFirst());
        }
        Message names =
                steps.about(
                        (source.inOwnName() ? "names.both" : "names.below")
                                + (below.isEmpty() ? "" : "_such"));
        return sentence.with(
                "names", below.isEmpty() ? names : names.with("examples", below, below.size()));
    }

    private Message setUp(SenderEvidence source, PassesBy by) {
        return switch (by) {
            case NOTHING -> Message.of("tasks.source.fix.nothing");
            case SPF_OR_DKIM ->
                    aligned(
                            aligned(Message.of("tasks.source.fix.spf_or_dkim"), source, ADKIM),
                            source,
                            ASPF);
            case DKIM -> aligned(Message.of("tasks.source.fix.dkim"), source, ADKIM);
            case SPF -> aligned(Message.of("tasks.source.fix.spf"), source, ASPF);
        };
    }

    /** Says as which domain it must pass: with strict alignment, as the very one in From. */
    private Message aligned(Message sentence, SenderEvidence source, String tag) {
        String argument = tag.equals(ADKIM) ? "signer" : "path";
        if (!source.inSubdomains() || !published.isStrict(tag)) {
            return sentence.with(argument, name.value());
        }
        return !source.inOwnName() && source.failingNames().size() == 1
                ? sentence.with(argument, source.failingNames().getFirst())
                : sentence.with(argument, Message.of("tasks.source.fix.very_name"));
    }

    private Passage strictness(SenderEvidence source) {
        String tags =
                Stream.of(ADKIM, ASPF)
                        .filter(published::isStrict)
                        .map(tag -> tag + "=s")
                        .collect(Collectors.joining(" "));
        String domain = String.valueOf(published.policyDomain());
        return tags.isEmpty() || !source.inSubdomains()
                ? Passage.EMPTY
                : Passage.of(
                        Message.of("tasks.source.fix.strict")
                                .with("host", "_dmarc." + domain)
                                .with("tags", tags)
                                .with("domain", domain));
    }

    private Passage whereItFails(SenderEvidence source) {
        Passage where = Passage.EMPTY;
        List<String> hosts =
                situation.failed().hosts(source.number()).stream()
                        .map(IpAddress::toString)
                        .toList();
        if (!hosts.isEmpty()) {
            where =
                    where.and(
                            Message.of("tasks.source.fix.hosts")
                                    .with("hosts", hosts, hosts.size()));
        }
        for (String below : source.failingNames()) {
            String spf = situation.spfBelow().get(below);
            if (spf != null) {
                where =
                        where.and(
                                Message.of(
                                                spf.equals("missing")
                                                        ? "tasks.source.fix.spf_missing"
                                                        : "tasks.source.fix.spf_broken")
                                        .with("host", below));
            }
        }
        return where;
    }

    /** How the source itself says that it is set up. */
    private static Passage catalogueNotes(@Nullable SourceName known, boolean withSpf) {
        if (known == null) {
            return Passage.EMPTY;
        }
        Notes notes = known.notes();
        if (known.passesBy() == PassesBy.NOTHING) {
            return notes.dmarc();
        }
        return note("tasks.source.for_dkim", notes.dkim())
                .and(withSpf ? note("tasks.source.for_spf", notes.spf()) : Passage.EMPTY);
    }

    private static Passage note(String heading, Passage note) {
        return note.isEmpty() ? Passage.EMPTY : Passage.of(Message.of(heading)).and(note);
    }
}
