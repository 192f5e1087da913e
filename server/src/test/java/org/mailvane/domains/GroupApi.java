package org.mailvane.domains;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** What tests of groups say to a service. */
record GroupApi(TestService service) {

    static final String PATH = "/api/v1/domain-groups/";
    static final String ACCESS = "/api/v1/domain-groups-acl/";

    Answer get(Person who, String path) {
        return service.get(who.token, PATH + path);
    }

    Answer send(Person who, String method, String path, String json) {
        return service.send(method, who.token, PATH + path, json);
    }

    /** A new group, with members of the body besides its label, such as {@code "notes": ""}. */
    long create(Person admin, String label, String... members) {
        Answer answer =
                send(
                        admin,
                        "POST",
                        "",
                        Stream.concat(Stream.of("\"label\": \"" + label + "\""), Stream.of(members))
                                .collect(Collectors.joining(", ", "{", "}")));
        if (answer.status() != 201) {
            throw new AssertionError(answer.status() + " " + answer.text());
        }
        return answer.json().get("id").asLong();
    }

    /** A new group with domains. */
    long holding(Person admin, String label, String... domains) {
        long id = create(admin, label);
        done(add(admin, id, domains));
        return id;
    }

    JsonNode group(Person who, long id) {
        return done(get(who, id + "/"));
    }

    /** Labels of a list. */
    List<String> labels(Person who, String query) {
        return done(get(who, "?limit=500&" + query))
                .get("results")
                .valueStream()
                .map(group -> group.get("label").asString())
                .toList();
    }

    Answer add(Person who, long group, String... domains) {
        return send(who, "POST", group + "/add-domains/", "{\"domains\": " + texts(domains) + "}");
    }

    Answer addAs(Person who, long group, String state, String... domains) {
        return send(
                who,
                "POST",
                group + "/add-domains/",
                "{\"domains\": %s, \"domain_state\": %s}".formatted(texts(domains), state));
    }

    Answer remove(Person who, long group, String... domains) {
        return send(
                who, "POST", group + "/remove-domains/", "{\"domains\": " + texts(domains) + "}");
    }

    /** Moves domains from one group. */
    Answer move(Person who, long source, long target, String... domains) {
        return moveAs(who, source, target, "null", domains);
    }

    Answer moveAs(Person who, long source, long target, String state, String... domains) {
        return send(
                who,
                "POST",
                target + "/move-domains/",
                "{\"domains\": %s, \"domain_state\": %s}"
                        .formatted(
                                Stream.of(domains)
                                        .map(d ->
                                                "{\"domain\": \"%s\", \"group_id\": %d}"
                                                        .formatted(d, source))
                                        .collect(Collectors.joining(", ", "[", "]")),
                                state));
    }

    /**
     * Sets access by {@code add-admin-users}, {@code add-readonly-users}, {@code set-no-access}.
     */
    Answer access(Person admin, long group, String how, long... users) {
        return service.send(
                "POST",
                admin.token,
                ACCESS + group + "/" + how + "/",
                "{\"users\": "
                        + LongStream.of(users)
                                .mapToObj(Long::toString)
                                .collect(Collectors.joining(", ", "[", "]"))
                        + "}");
    }

    void reads(Person admin, long group, Person user) {
        done(access(admin, group, "add-readonly-users", user.userId));
    }

    void writes(Person admin, long group, Person user) {
        done(access(admin, group, "add-admin-users", user.userId));
    }

    void sees(Person admin, long group, Person user, boolean writes) {
        if (writes) {
            writes(admin, group, user);
        } else {
            reads(admin, group, user);
        }
    }

    void hasNone(Person admin, long group, Person user) {
        done(access(admin, group, "set-no-access", user.userId));
    }

    /** The answer's body; it must be one of success. */
    static JsonNode done(Answer answer) {
        if (answer.status() / 100 != 2) {
            throw new AssertionError(answer.status() + " " + answer.text());
        }
        return answer.json();
    }

    private static String texts(String... values) {
        return Stream.of(values)
                .map(value -> "\"" + value + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
