package org.mailvane.web.parts;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceName;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventChoice;
import org.mailvane.timeline.Timeline;
import org.mailvane.web.frame.Period;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Which sources are new: those that sent for a domain for the first time, according to the
 * timeline. The overview counts these events, and sources that have one in the same days are
 * marked.
 */
@Component
@Profile("service")
public class NewSources {

    private final Timeline timeline;

    NewSources(Timeline timeline) {
        this.timeline = timeline;
    }

    /** How often a source was new to a domain. */
    public long count(Scope scope, Optional<List<DomainId>> only, Period period) {
        return timeline.count(scope, events(only, period));
    }

    /** The numbers of those sources that were new to a domain. */
    public Set<Integer> of(
            Scope scope,
            Optional<List<DomainId>> only,
            Period period,
            Collection<SourceName> sources) {
        // Events identify sources by their display names.
        Set<String> names =
                timeline.newValues(
                        scope,
                        events(only, period),
                        sources.stream().map(SourceName::name).distinct().toList());
        return sources.stream()
                .filter(source -> names.contains(source.name()))
                .map(SourceName::number)
                .collect(Collectors.toSet());
    }

    private static EventChoice events(Optional<List<DomainId>> only, Period period) {
        return new EventChoice(
                only, List.of(Change.NEW_SOURCE.code()), period.first(), period.last());
    }
}
