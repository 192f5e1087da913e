package org.mailvane.timeline;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.VisibleDomains;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Timeline.OfKind;
import org.springframework.stereotype.Repository;

/** SQL of {@code timeline_event}. */
@Repository
class TimelineEventTable {

    /** All that events have as what happened. */
    private static final String[] KINDS =
            Arrays.stream(Change.values()).map(Change::code).toArray(String[]::new);

    private final Db db;

    TimelineEventTable(Db db) {
        this.db = db;
    }

    /** Adds events, in their order. One of a row that the account does not have is of a name. */
    void insert(Scope scope, List<NewEvent> events, Instant created) {
        db.as(scope)
                .sql(
                        """
                        insert into timeline_event (account_id, domain_id, domain, change, record_type,
                            old_value, new_value, message, created)
                        select :account, d.id, n.domain, n.change, n.record_type, n.old_value,
                            n.new_value, n.message, cast(:created as timestamptz)
                        from unnest(:ids, :domains, :changes, :types, :olds, :news, :messages)
                                with ordinality n(id, domain, change, record_type, old_value, new_value,
                                message, place)
                            left join published.domain d on d.account_id = :account and d.id = n.id
                        order by n.place
                        """)
                .param(
                        "ids",
                        events.stream()
                                .map(e -> e.domainId() == null ? null : e.domainId().value())
                                .toArray(Long[]::new))
                .param("domains", texts(events, event -> event.domain().value()))
                .param("changes", texts(events, event -> event.change().code()))
                .param("types", texts(events, NewEvent::recordType))
                .param("olds", texts(events, NewEvent::oldValue))
                .param("news", texts(events, NewEvent::newValue))
                .param("messages", texts(events, event -> MessageJson.write(event.details())))
                .param("created", created)
                .update();
    }

    /** Adds an event of one kind for each of some domains that are about to go. */
    void insertGoing(
            Scope scope,
            Collection<DomainId> domains,
            Change change,
            Passage details,
            Instant created) {
        db.as(scope)
                .sql(
                        """
                        insert into timeline_event (account_id, domain, change, record_type, old_value,
                            new_value, message, created)
                        select account_id, name, :change, '', '', '', :message,
                            cast(:created as timestamptz)
                        from published.domain where account_id = :account and id = any(:domains)
                        order by id
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .param("change", change.code())
                .param("message", MessageJson.write(details))
                .param("created", created)
                .update();
    }

    long count(Scope scope, EventChoice choice) {
        Conditions where = conditions(scope, choice);
        Query query =
                db.as(scope)
                        .sql(
                                "select count(*) from timeline_event e where e.account_id = :account"
                                        + where.text());
        return VisibleDomains.bind(where.bind(query), choice.domains())
                .one(row -> row.number("count"));
    }

    Set<String> newValues(Scope scope, EventChoice choice, Collection<String> texts) {
        Conditions where = conditions(scope, choice);
        where.add("e.new_value = any(:texts)", "texts", texts.toArray(String[]::new));
        String text =
                "select distinct e.new_value from timeline_event e where e.account_id = :account"
                        + where.text();
        return Set.copyOf(
                VisibleDomains.bind(where.bind(db.as(scope).sql(text)), choice.domains())
                        .list(row -> row.text("new_value")));
    }

    /**
     * Returns some of them, the newest first.
     *
     * @param after the one before the window's first, if that is known: the window's offset need
     *     not be counted off then
     */
    List<TimelineEvent> list(
            Scope scope, EventChoice choice, Window window, @Nullable TimelineEvent after) {
        Conditions where = conditions(scope, choice);
        if (after != null) {
            where.add(
                    "(e.created, e.id) < (:afterCreated, :afterId)",
                    "afterCreated",
                    after.created());
            where.param("afterId", after.id());
        }
        String text =
                """
                select e.id, e.domain_id, e.domain, e.change, e.record_type, e.old_value, e.new_value,
                    e.message, e.details, e.created
                from timeline_event e where e.account_id = :account\
                """
                        + where.text()
                        + " order by e.created desc, e.id desc limit :limit offset :offset";
        return VisibleDomains.bind(where.bind(db.as(scope).sql(text)), choice.domains())
                .param("limit", window.limit())
                .param("offset", after == null ? window.offset() : 0)
                .list(TimelineEventTable::event);
    }

    /**
     * Returns the newest of each kind, the newest first, with how many of its kind there are. Kinds
     * are counted one by one, since an index has the events of each; and whether any is of another
     * domain is looked for and not counted: distinguishing domains took longer than all the rest.
     */
    List<OfKind> newest(Scope scope, EventChoice choice, int each) {
        Conditions where = conditions(scope, choice);
        String text =
                """
                with kinds as materialized (
                    select c.change, n.number
                    from unnest(:kinds) c(change) cross join lateral (
                        select count(*) as number from timeline_event e
                        where e.account_id = :account and e.change = c.change %1$s) n
                    where n.number > 0)
                select n.*, k.number,
                    k.number > :each and exists (
                        select from timeline_event e
                        where e.account_id = :account and e.change = k.change %1$s
                            and e.domain <> all(n.named)) as others
                from kinds k cross join lateral (
                    select f.*, array_agg(f.domain) over () as named
                    from (
                        select e.id, e.domain_id, e.domain, e.change, e.record_type, e.old_value,
                            e.new_value, e.message, e.details, e.created
                        from timeline_event e
                        where e.account_id = :account and e.change = k.change %1$s
                        order by e.created desc, e.id desc limit :each) f) n
                order by n.created desc, n.id desc
                """
                        .formatted(where.text());
        return VisibleDomains.bind(where.bind(db.as(scope).sql(text)), choice.domains())
                .param("each", each)
                .param("kinds", KINDS)
                .list(row -> new OfKind(event(row), row.number("number"), row.flag("others")));
    }

    /** What is of no domain any more is shown to those alone who may do everything. */
    private static Conditions conditions(Scope scope, EventChoice choice) {
        Conditions where = new Conditions();
        if (choice.domains().isPresent()) {
            where.add(
                    "e.domain_id in (select s.id from (%s) s)"
                            .formatted(VisibleDomains.sql(scope, choice.domains())));
        } else if (!scope.reads().allDomains()) {
            where.add(
                    """
                    exists (select from published.domain d
                        where d.account_id = :account and d.id = e.domain_id and %s)\
                    """
                            .formatted(DomainAccess.readable(scope, "d")));
        } else if (scope.reads() != Reach.ACCOUNT) {
            where.add("e.domain_id is not null");
        }
        if (!choice.changes().isEmpty()) {
            where.add(
                    "e.change = any(:changes)", "changes", choice.changes().toArray(String[]::new));
        }
        where.add("e.created >= :from", "from", choice.from());
        where.add("e.created < :until", "until", choice.until());
        return where;
    }

    /** Returns what a row says: rows from before messages were stored have an English text. */
    private static Passage details(Row row) throws SQLException {
        String message = row.optionalText("message");
        return message == null ? Passage.verbatim(row.text("details")) : MessageJson.read(message);
    }

    private static TimelineEvent event(Row row) throws SQLException {
        Long domain = row.optionalNumber("domain_id");
        return new TimelineEvent(
                row.number("id"),
                domain == null ? null : new DomainId(domain),
                row.text("domain"),
                Change.ofCode(row.text("change")),
                row.text("record_type"),
                row.text("old_value"),
                row.text("new_value"),
                details(row),
                row.instant("created"));
    }

    private static String[] texts(List<NewEvent> events, Function<NewEvent, String> text) {
        return events.stream().map(text).toArray(String[]::new);
    }
}
