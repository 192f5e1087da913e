package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mailvane.api.ApiDocument.Operation;
import org.mailvane.api.Cast.Things;
import org.mailvane.api.Cast.Who;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Calls every operation of the document as everybody; the table of the answers is for people. */
@Tag("slow")
class AccessTest {

    private static final Path TABLE = Path.of("..", "docs", "access.md");

    private static final String HEAD =
            """
            # Who may call what

            Written by the test `AccessTest`, which calls every operation of the [OpenAPI document](api.md#schema-and-docs)
            as each of the callers below, with a body that is right, and compares the statuses with this file. After a change
            that is meant, run it with `-Dmailvane.update=true` and read the difference.

            | Caller | Who that is |
            |---|---|
            | no token | anybody |
            | wrong token, revoked token | a token that never was one; one that a newer one has replaced |
            | no access | a user of the account who was given access to no group |
            | reader, writer | users with read and with write access to the group that the call is about, or that holds the domain |
            | reader, writer of DEFAULT | users with such access to the group DEFAULT alone, which stands for all domains, but for no other group |
            | admin, owner | of the account |
            | admin without forensic access | of the account; all others have it |
            | other account's admin | an admin of another account, who calls with this account's ids |
            | expired | the owner of an account whose subscription has passed |
            | owner, other's ids | the owner, with ids and names of another account; - where a call names none |

            A password is changed by its user alone, so `password-change` is called by each for themselves.

            2xx is success; 400 is refused for what the body names; 401 not signed in; 402 expired; 403 visible, but not allowed; 404 not visible.
            """;

    private static final Set<String> HARMLESS =
            Set.of(
                    "detail_viewer_create",
                    "forensic_reports_create",
                    "policy_domain_filters_create",
                    "source_filters_create",
                    "sources_refresh",
                    "timeline_event_filters_create");

    private static Cast cast;
    private static final List<String> MISFITS = new ArrayList<>();
    private static int checked;
    private static final Map<Operation, Map<Who, Integer>> STATUSES = new LinkedHashMap<>();

    /** Some two thousand calls, which take their time on a busy machine. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void callEverything() {
        cast = new Cast();
        for (Operation operation : cast.document.operations()) {
            Map<Who, Integer> row = new EnumMap<>(Who.class);
            Things things = cast.fresh(cast.first);
            for (Who who : Who.values()) {
                if (who == Who.OTHER_IDS) {
                    if (!Cast.namesThings(operation)) {
                        continue;
                    }
                    things = cast.fresh(cast.second);
                }
                Answer answer = cast.call(operation, who, things);
                row.put(who, answer.status());
                JsonNode schema = cast.document.answerSchema(operation, answer.status());
                if (answer.header("content-type").startsWith("application/json")) {
                    SchemaCheck.problems(cast.document.json(), schema, answer.json())
                            .forEach(problem -> MISFITS.add(operation + " " + who + problem));
                    checked++;
                }
                if (!operation.method().equals("GET") && answer.status() < 300) {
                    things = cast.fresh(cast.first);
                }
            }
            STATUSES.put(operation, row);
        }
    }

    @AfterAll
    static void stop() {
        cast.close();
    }

    @Test
    void theTableIsWhatTheServiceAnswers() throws IOException {
        String table = table();
        if (Boolean.getBoolean("mailvane.update")) {
            Files.writeString(TABLE, table);
        }
        assertThat(Files.readString(TABLE))
                .as("run the tests with -Dmailvane.update=true to write it anew")
                .isEqualTo(table);
    }

    private static String table() {
        StringBuilder text = new StringBuilder(HEAD);
        String tag = "";
        List<Operation> byTag = new ArrayList<>(STATUSES.keySet());
        List<String> tags = new ArrayList<>();
        cast.document.json().get("tags").forEach(t -> tags.add(t.get("name").asString()));
        byTag.sort(Comparator.comparingInt(o -> tags.indexOf(o.tag())));
        for (Operation operation : byTag) {
            if (!operation.tag().equals(tag)) {
                tag = operation.tag();
                text.append("\n## ").append(tag).append("\n\n| Operation |");
                Arrays.stream(Who.values())
                        .forEach(who -> text.append(' ').append(who.title).append(" |"));
                text.append("\n|---|").append("---|".repeat(Who.values().length)).append('\n');
            }
            Map<Who, Integer> row = STATUSES.getOrDefault(operation, Map.of());
            text.append("| ")
                    .append(operation.method())
                    .append(" `")
                    .append(operation.path().replaceFirst("^/api/v1/(?=.)", ""))
                    .append("` | ")
                    .append(
                            Arrays.stream(Who.values())
                                    .map(who ->
                                            row.containsKey(who)
                                                    ? String.valueOf(row.get(who))
                                                    : "-")
                                    .collect(Collectors.joining(" | ")))
                    .append(" |\n");
        }
        return text.toString();
    }

    @Test
    void everyAnswerIsAsItsSchemaSays() {
        assertThat(MISFITS).as(checked + " answers").isEmpty();
        assertThat(checked).isGreaterThan(STATUSES.size());
    }

    @Test
    void nothingIsAnsweredWithoutAValidTokenButWhatIsPublic() {
        each((operation, row) -> {
            assertThat(row.get(Who.WRONG_TOKEN)).isEqualTo(401);
            assertThat(row.get(Who.REVOKED_TOKEN)).isEqualTo(401);
            if (operation.isPublic()) {
                assertThat(row.get(Who.NO_TOKEN)).isLessThan(300);
                assertThat(row.get(Who.EXPIRED)).isLessThan(300);
            } else {
                assertThat(row.get(Who.NO_TOKEN)).isEqualTo(401);
                assertThat(row.get(Who.EXPIRED)).isEqualTo(402);
            }
        });
    }

    @Test
    void theOwnerMayDoEverythingInTheirAccount() {
        each((operation, row) -> {
            assertThat(row.get(Who.OWNER)).isLessThan(300);
            assertThat(row.get(Who.ADMIN)).isEqualTo(row.get(Who.OWNER));
        });
    }

    @Test
    void nothingCrossesAccounts() {
        each((operation, row) -> {
            boolean inPath = operation.variables().stream().anyMatch(v -> !v.equals("ip"));
            if (inPath) {
                assertThat(row.get(Who.OTHER_ACCOUNT)).isEqualTo(404);
                assertThat(row.get(Who.OTHER_IDS)).isEqualTo(404);
            }
        });
    }

    @Test
    void whatIsAnsweredIsDocumented() {
        each((operation, row) -> {
            Set<String> documented = Set.copyOf(operation.json().get("responses").propertyNames());
            row.values().forEach(status -> assertThat(documented).contains(String.valueOf(status)));
        });
    }

    @Test
    void whoMayReadMayNotWriteAndWhoHasNoAccessMayDoLess() {
        each((operation, row) -> {
            // An inspection, a search, a report, a filter of one's own and looking again at who has
            // sent change nothing that others have, though they are sent by POST.
            boolean reads =
                    operation.method().equals("GET")
                            || operation.isPublic()
                            || HARMLESS.contains(operation.id());
            int reader = row.getOrDefault(Who.READER, 0);
            int writer = row.getOrDefault(Who.WRITER, 0);
            int nobody = row.getOrDefault(Who.NO_ACCESS, 0);
            // What a body names and the caller may not see is as if it did not exist.
            assertThat(nobody == 400 ? 404 : nobody).isGreaterThanOrEqualTo(reader);
            assertThat(reader).isGreaterThanOrEqualTo(writer);
            if (!reads && !operation.id().equals(Cast.OWN_PASSWORD)) {
                assertThat(reader).isGreaterThanOrEqualTo(400);
                assertThat(row.getOrDefault(Who.DEFAULT_READER, 0)).isGreaterThanOrEqualTo(400);
            }
        });
    }

    @Test
    void whoHasNoForensicAccessGetsNothingOfItAndAllElse() {
        each((operation, row) -> {
            if (operation.tag().startsWith("forensic-")) {
                assertThat(row.get(Who.NO_FORENSIC)).isEqualTo(403);
            } else {
                assertThat(row.get(Who.NO_FORENSIC)).isEqualTo(row.get(Who.ADMIN));
            }
        });
        assertThat(STATUSES.keySet()).anyMatch(o -> o.tag().startsWith("forensic-"));
    }

    @Test
    void accessToDefaultStandsForAllDomainsAndForNoOtherGroup() {
        each((operation, row) -> {
            int defaultReader = row.getOrDefault(Who.DEFAULT_READER, 0);
            int defaultWriter = row.getOrDefault(Who.DEFAULT_WRITER, 0);
            if (operation.tag().equals("domains")) {
                assertThat(defaultReader).isEqualTo(row.get(Who.READER));
                assertThat(defaultWriter).isEqualTo(row.get(Who.WRITER));
            }
            if (operation.path().startsWith("/api/v1/domain-groups/{id}/")) {
                assertThat(defaultReader).isEqualTo(row.get(Who.NO_ACCESS));
                assertThat(defaultWriter).isEqualTo(row.get(Who.NO_ACCESS));
            }
        });
    }

    @Test
    void whoWritesToAGroupAndReadsDefaultSeesAllDomainsAndChangesThoseOfTheGroup() {
        String token = cast.mixedToken();
        Things own = cast.fresh(cast.first);
        Things held = cast.fresh(cast.first);
        cast.withdraw(held);
        for (Things seen : List.of(own, held)) {
            assertThat(
                            cast.service
                                    .get(
                                            token,
                                            "/api/v1/domains/?domain_exact=" + seen.domainName())
                                    .json()
                                    .get("count")
                                    .asInt())
                    .isEqualTo(1);
        }
        assertThat(patch(token, own).status()).isEqualTo(200);
        assertThat(patch(token, held).status()).isEqualTo(403);
        assertThat(patch(token, cast.fresh(cast.second)).status()).isEqualTo(404);
    }

    private static Answer patch(String token, Things things) {
        return cast.service.send("PATCH", token, "/api/v1/domains/" + things.domain() + "/", "{}");
    }

    private static void each(java.util.function.BiConsumer<Operation, Map<Who, Integer>> check) {
        assertThat(STATUSES).hasSizeGreaterThan(10);
        List<AssertionError> wrong = new ArrayList<>();
        STATUSES.forEach((operation, row) -> {
            try {
                check.accept(operation, row);
            } catch (AssertionError failed) {
                wrong.add(new AssertionError(operation + " " + row, failed));
            }
        });
        assertThat(wrong).isEmpty();
    }
}
