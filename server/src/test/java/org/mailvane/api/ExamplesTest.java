package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SampleTls;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.NewEvent;
import org.mailvane.timeline.Timeline;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs a story that calls every operation, once with success and once with its most common error.
 * The documentation shows the answers of the service.
 */
class ExamplesTest {

    private static final Path FOLDER = Path.of("src/main/resources" + Examples.FOLDER);
    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Test
    @Tag("slow")
    void theExamplesOfTheDocumentationAreWhatTheServiceAnswers() throws IOException {
        Map<String, String> told = new TreeMap<>();
        try (Story story = new Story()) {
            new Telling(story).tell();
            assertThat(story.successes()).as("operations with an example").isNotEmpty();
            assertThat(story.errors().keySet())
                    .as("operations with an error")
                    .isEqualTo(story.successes().keySet());
            Set<String> operations = new TreeSet<>(story.document().byId().keySet());
            // The document would hold itself.
            operations.removeAll(Set.of("schema", "docs"));
            assertThat(story.successes().keySet())
                    .as("the story calls every operation")
                    .isEqualTo(operations);
            story.successes()
                    .forEach((id, success) -> {
                        Example error = story.errors().get(id);
                        assertThat(error).as(id).isNotNull();
                        told.put(
                                id + ".json",
                                PRETTY.writeValueAsString(new Example.Pair(success, error)) + "\n");
                    });
        }
        if (Boolean.getBoolean("mailvane.update")) {
            write(told);
        }
        assertThat(files())
                .as("run the tests with -Dmailvane.update=true to write them anew")
                .isEqualTo(told);
    }

    private static Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        if (Files.exists(FOLDER)) {
            try (Stream<Path> list = Files.list(FOLDER)) {
                for (Path file : list.toList()) {
                    files.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return files;
    }

    private static void write(Map<String, String> told) throws IOException {
        Files.createDirectories(FOLDER);
        for (String old : files().keySet()) {
            Files.delete(FOLDER.resolve(old));
        }
        for (Map.Entry<String, String> file : told.entrySet()) {
            Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
        }
    }

    /** What happens in the story. */
    private static final class Telling {

        private static final Duration PATIENCE = Duration.ofSeconds(30);
        private static final String V1 = "/api/v1";

        private final Story story;
        private final String owner;
        private final long ownerId;
        private final Scope scope;

        Telling(Story story) {
            this.story = story;
            Accounts.Created created = story.service().account("Ann");
            owner = created.apiToken();
            ownerId = created.owner().id();
            scope = created.account().scope();
        }

        void tell() {
            entryPoints();
            imports();
            tlsReports();
            reports();
            domains();
            groups();
            access();
            sourceData();
            explanations();
            detailViewer();
            ownSources();
            watching();
            timeline();
            deletions();
            sources();
            inspectors();
            users();
            forensic();
        }

        private void forensic() {
            JsonNode upload =
                    story.service()
                            .call(
                                    "POST",
                                    owner,
                                    V1 + "/imports/",
                                    BodyPublishers.ofByteArray(
                                            FailureMail.about("news.example").bytes()),
                                    Map.of())
                            .json();
            awaitDone(V1 + "/imports/" + upload.get("id").asLong() + "/");
            String jobs = V1 + "/forensic-reports/";
            String data = V1 + "/forensic-data/";
            JsonNode job =
                    story.post(owner, jobs)
                            .json(
                                    "{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-30\","
                                            + " \"subject\": \"invoice\","
                                            + " \"report_source_ip\": \"192.0.2.0/24\","
                                            + " \"domains\": [\"news.example\"]}")
                            .succeeds("forensic_reports_create", 202);
            story.post(owner, jobs)
                    .json("{\"start_date\": \"2026-11-30\", \"end_date\": \"2026-11-01\"}")
                    .fails("forensic_reports_create", 400);
            String self = jobs + job.get("id").asLong() + "/";
            Awaiting.until(
                    "the job is done",
                    PATIENCE,
                    () -> story.service().get(owner, self).json().get("progress").asInt() == 100);
            story.get(owner, self).succeeds("forensic_reports_retrieve", 200);
            story.get(owner, jobs + "abcdefghijklmnop/").fails("forensic_reports_retrieve", 404);
            story.get(owner, jobs).succeeds("forensic_reports_list", 200);
            story.get(owner, jobs + "?page=9").fails("forensic_reports_list", 404);
            JsonNode found =
                    story.get(owner, data + "?search_token=" + job.get("search_token").asString())
                            .succeeds("forensic_data_list", 200);
            story.get(owner, data).fails("forensic_data_list", 400);
            String name = found.at("/0/results/0/email_file_name").asString();
            String names = "{\"email_file_names\": [\"" + name + "\"]}";
            story.post(owner, data + "delete/")
                    .json(names)
                    .succeeds("forensic_data_delete_specific_post", 200);
            story.post(owner, data + "delete/")
                    .json(names)
                    .fails("forensic_data_delete_specific_post", 404);
            long again =
                    story.service()
                            .call(
                                    "POST",
                                    owner,
                                    V1 + "/imports/",
                                    BodyPublishers.ofByteArray(
                                            FailureMail.about("news.example").bytes()),
                                    Map.of())
                            .json()
                            .get("id")
                            .asLong();
            awaitDone(V1 + "/imports/" + again + "/");
            story.delete(owner, data)
                    .json(names)
                    .succeeds("forensic_data_delete_specific_delete", 200);
            story.delete(owner, data).fails("forensic_data_delete_specific_delete", 400);
            story.sql()
                    .execute(
                            "update account_user set is_active = true, is_admin = true,"
                                    + " has_forensic_access = false where email = 'carol@example.com'");
            String carol = story.service().part(Accounts.class).createToken("carol@example.com");
            story.post(owner, data + "delete-all/").succeeds("forensic_data_delete_all_post", 200);
            story.post(carol, data + "delete-all/").fails("forensic_data_delete_all_post", 403);
            story.delete(owner, data + "all/").succeeds("forensic_data_delete_all_delete", 200);
            story.delete(carol, data + "all/").fails("forensic_data_delete_all_delete", 403);
        }

        private void inspectors() {
            String domain = "{\"domain\": \"example.com\"}";
            String record = "{\"record\": \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"}";
            inspector("dmarc", "inspect", domain, "{\"domain\": \"_dmarc.example.com\"}");
            inspector("dmarc", "validate", record, "{}");
            inspector(
                    "dkim",
                    "inspect",
                    "{\"domain\": \"example.com\", \"selector\": \"s1\"}",
                    domain);
            inspector(
                    "dkim",
                    "validate",
                    "{\"record\": \"v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\"}",
                    "{\"record\": \"\"}");
            inspector(
                    "spf",
                    "inspect",
                    "{\"domain\": \"example.com\", \"volume_days\": 30}",
                    "{\"domain\": \"example.com\", \"volume_days\": 60}");
            inspector(
                    "spf",
                    "validate",
                    "{\"record\": \"v=spf1 include:_spf.example.net ~all\"}",
                    "{\"record\": [\"v=spf1 -all\"]}");
            inspector(
                    "bimi",
                    "inspect",
                    "{\"domain\": \"example.com\", \"selector\": \"default\"}",
                    "{\"domain\": \"example.com\", \"selector\": \"-\"}");
            inspector("tls-rpt", "inspect", domain, "{\"domain\": \"example..com\"}");
            inspector("mta-sts", "inspect", domain, "{\"domain\": 7}");
            inspector("mta-sts-policy", "inspect", domain, "{\"domain\": \"192.0.2.1\"}");
        }

        private void inspector(String of, String verb, String right, String wrong) {
            String id = of.replace('-', '_') + "_" + verb;
            String path = "/" + of + "/" + verb + "/";
            story.post(null, V1 + path).json(right).succeeds(id, 200);
            story.post(null, V1 + path).json(wrong).fails(id, 400);
            story.post(null, "/api" + path).json(right).succeeds(id + "_latest", 200);
            story.post(null, "/api" + path).json(wrong).fails(id + "_latest", 400);
        }

        private void entryPoints() {
            story.get(null, "/api/").succeeds("root_latest", 200);
            story.get("wrong", "/api/").fails("root_latest", 401);
            story.get(null, V1 + "/").succeeds("root", 200);
            story.get("wrong", V1 + "/").fails("root", 401);
        }

        private void imports() {
            byte[] report =
                    SampleReport.about("shop.example")
                            .period("2026-11-19T00:00:00Z", "2026-11-19T23:59:59Z")
                            .record("192.0.2.10", 120, "none", true, true)
                            .record(
                                    "198.51.100.7",
                                    3,
                                    "none",
                                    false,
                                    false,
                                    "news.shop.example",
                                    "")
                            .xml();
            JsonNode created =
                    story.post(owner, V1 + "/imports/")
                            .text(
                                    "application/octet-stream",
                                    new String(report, StandardCharsets.UTF_8))
                            .header("Content-Disposition", "attachment; filename=\"report.xml\"")
                            .succeeds("imports_create", 202);
            String self = V1 + "/imports/" + created.get("id").asLong() + "/";
            awaitDone(self);
            story.get(owner, self).succeeds("imports_retrieve", 200);
            story.post(owner, V1 + "/imports/").fails("imports_create", 400);
            story.get(owner, V1 + "/imports/999/").fails("imports_retrieve", 404);

            JsonNode broken =
                    story.service()
                            .call(
                                    "POST",
                                    owner,
                                    V1 + "/imports/",
                                    BodyPublishers.ofString("<feedback><report_metadata>"),
                                    Map.of(
                                            "Content-Disposition",
                                            "attachment; filename=\"broken.xml\""))
                            .json();
            String other = V1 + "/imports/" + broken.get("id").asLong() + "/";
            awaitDone(other);
            story.get(owner, other + "failures/").succeeds("imports_failures", 200);
            story.get(owner, other + "failures/?page=2").fails("imports_failures", 404);
            String entries = other + "entries/";
            JsonNode entry =
                    story.get(owner, entries + "?outcome=failed")
                            .succeeds("imports_entries", 200)
                            .get("results")
                            .get(0);
            story.get(owner, entries + "?outcome=lost").fails("imports_entries", 400);
            String one = entries + entry.get("id").asLong() + "/";
            story.get(owner, one + "original/").succeeds("imports_original", 200);
            story.get(owner, entries + "999/original/").fails("imports_original", 404);
            story.post(owner, one + "retry/").succeeds("imports_retry_entry", 202);
            awaitDone(other);
            story.post(owner, entries + "999/retry/").fails("imports_retry_entry", 404);
            story.post(owner, other + "retry/").succeeds("imports_retry", 202);
            awaitDone(other);
            story.post(owner, V1 + "/imports/999/retry/").fails("imports_retry", 404);
            story.get(owner, V1 + "/imports/?limit=1").succeeds("imports_list", 200);
            story.get(null, V1 + "/imports/").fails("imports_list", 401);
        }

        private void tlsReports() {
            byte[] report =
                    SampleTls.report()
                            .failure("certificate-expired", "192.0.2.25", "mx.shop.example", 3)
                            .policy("sts", "testing", "shop.example", 120, 3)
                            .json();
            JsonNode created =
                    story.service()
                            .call(
                                    "POST",
                                    owner,
                                    V1 + "/imports/",
                                    BodyPublishers.ofByteArray(report),
                                    Map.of())
                            .json();
            awaitDone(V1 + "/imports/" + created.get("id").asLong() + "/");
            story.get(owner, V1 + "/tls-failures/?begin=2026-11-01&end=2026-11-20")
                    .succeeds("tls_failures_list", 200);
            story.get(owner, V1 + "/tls-failures/?begin=2026-09-01&end=2026-11-20")
                    .fails("tls_failures_list", 400);
            JsonNode policies =
                    story.get(owner, V1 + "/tls-policies/?ordering=-sum_failed")
                            .succeeds("tls_policies_list", 200);
            story.get(owner, V1 + "/tls-policies/?filter_id=999").fails("tls_policies_list", 400);
            long policy = policies.at("/results/0/id").asLong();
            story.get(owner, V1 + "/tls-policies/" + policy + "/")
                    .succeeds("tls_policies_retrieve", 200);
            story.get(owner, V1 + "/tls-policies/999/").fails("tls_policies_retrieve", 404);
        }

        private void awaitDone(String path) {
            Awaiting.until(
                    path + " is done",
                    PATIENCE,
                    () ->
                            story.service()
                                    .get(owner, path)
                                    .json()
                                    .get("state")
                                    .asString()
                                    .equals("done"));
        }

        private void domains() {
            story.get(owner, V1 + "/domains/?ordering=-volume&limit=2")
                    .succeeds("domains_list", 200);
            story.get(owner, V1 + "/domains/?limit=many").fails("domains_list", 400);
            String shop = V1 + "/domains/" + domain("shop.example") + "/";
            String news = V1 + "/domains/" + domain("news.shop.example") + "/";
            String none = V1 + "/domains/999/";
            story.get(owner, shop).succeeds("domains_retrieve", 200);
            story.get(owner, none).fails("domains_retrieve", 404);
            story.put(owner, news)
                    .json("{\"notes\": \"Sent by the news team.\", \"top_level\": true}")
                    .succeeds("domains_update", 200);
            story.put(owner, shop).json("{\"top_level\": false}").fails("domains_update", 400);
            story.patch(owner, shop)
                    .json("{\"domain_state\": \"active\"}")
                    .succeeds("domains_partial_update", 200);
            story.patch(owner, shop)
                    .json("{\"domain_state\": \"asleep\"}")
                    .fails("domains_partial_update", 400);
            story.post(owner, shop + "refresh/").succeeds("domains_refresh", 200);
            story.post(owner, none + "refresh/").fails("domains_refresh", 404);
            story.post(owner, shop + "verify/").succeeds("domains_verify", 202);
            story.post(owner, none + "verify/").fails("domains_verify", 404);
        }

        private long domain(String name) {
            return story.service()
                    .get(owner, V1 + "/domains/?domain_exact=" + name)
                    .json()
                    .at("/results/0/id")
                    .asLong();
        }

        private void groups() {
            // Its numbers of tasks follow from what was looked up before.
            awaitJudged();
            long shops =
                    story.post(owner, V1 + "/domain-groups/")
                            .json("{\"label\": \"Shops\", \"notes\": \"All that sell.\"}")
                            .succeeds("domain_groups_create", 201)
                            .get("id")
                            .asLong();
            story.post(owner, V1 + "/domain-groups/")
                    .json("{\"notes\": \"No label.\"}")
                    .fails("domain_groups_create", 400);
            String group = V1 + "/domain-groups/" + shops + "/";
            String none = V1 + "/domain-groups/999/";
            story.post(owner, group + "add-domains/")
                    .json(
                            "{\"domains\": [\"shop.example\", \"b\u00fccher.example\"],"
                                    + " \"domain_state\": \"active\"}")
                    .succeeds("domain_groups_add_domains", 201);
            story.post(owner, group + "add-domains/")
                    .json("{\"domains\": [\"shop.example\", \"no domain\"]}")
                    .fails("domain_groups_add_domains", 400);
            story.get(owner, V1 + "/domain-groups/?search=shop")
                    .succeeds("domain_groups_list", 200);
            story.get(owner, V1 + "/domain-groups/?page=9").fails("domain_groups_list", 404);
            story.get(owner, group).succeeds("domain_groups_retrieve", 200);
            story.get(owner, none).fails("domain_groups_retrieve", 404);
            story.put(owner, group)
                    .json("{\"label\": \"Our shops\", \"notes\": \"\"}")
                    .succeeds("domain_groups_update", 200);
            story.put(owner, group)
                    .json("{\"label\": \"Our shops\", \"hide_assigned_domains\": true}")
                    .fails("domain_groups_update", 400);
            story.patch(owner, group)
                    .json("{\"notes\": \"All that sell.\"}")
                    .succeeds("domain_groups_partial_update", 200);
            story.patch(owner, group)
                    .json("{\"label\": \"\"}")
                    .fails("domain_groups_partial_update", 400);
            long parked =
                    story.service()
                            .send(
                                    "POST",
                                    owner,
                                    V1 + "/domain-groups/",
                                    "{\"label\": \"Parked\", \"parked_domains\": true}")
                            .json()
                            .get("id")
                            .asLong();
            String target = V1 + "/domain-groups/" + parked + "/";
            story.post(owner, target + "move-domains/")
                    .json(
                            """
                            {"domains": [{"domain": "xn--bcher-kva.example", "group_id": %1$d},
                                         {"domain": "gone.example", "group_id": %1$d}],
                             "domain_state": "inactive"}
                            """
                                    .formatted(shops))
                    .succeeds("domain_groups_move_domains", 200);
            story.post(owner, target + "move-domains/")
                    .json("{\"domains\": [{\"domain\": \"shop.example\", \"group_id\": 999}]}")
                    .fails("domain_groups_move_domains", 400);
            story.post(owner, target + "remove-domains/")
                    .json("{\"domains\": [\"xn--bcher-kva.example\"]}")
                    .succeeds("domain_groups_remove_domains", 200);
            story.post(owner, target + "remove-domains/")
                    .json("{}")
                    .fails("domain_groups_remove_domains", 400);
        }

        private void access() {
            long carol =
                    story.service()
                            .send(
                                    "POST",
                                    owner,
                                    V1 + "/users/",
                                    "{\"email\": \"carol@example.com\"}")
                            .json()
                            .get("id")
                            .asLong();
            long group =
                    story.service()
                            .get(owner, V1 + "/domain-groups/?label=shops")
                            .json()
                            .at("/results/0/id")
                            .asLong();
            String list = V1 + "/domain-groups-acl/";
            String one = list + group + "/";
            String users = "{\"users\": [" + carol + "]}";
            String others = "{\"users\": [" + carol + ", 999]}";
            story.post(owner, one + "add-readonly-users/")
                    .json(users)
                    .succeeds("domain_groups_acl_add_readonly_users", 200);
            story.post(owner, one + "add-readonly-users/")
                    .json(others)
                    .fails("domain_groups_acl_add_readonly_users", 400);
            story.post(owner, one + "add-admin-users/")
                    .json(users)
                    .succeeds("domain_groups_acl_add_admin_users", 200);
            story.post(owner, one + "add-admin-users/")
                    .json("{\"users\": \"everybody\"}")
                    .fails("domain_groups_acl_add_admin_users", 400);
            story.get(owner, list + "?label=shops").succeeds("domain_groups_acl_list", 200);
            story.sql().execute("update account_user set is_active = true where id = " + carol);
            String carols = story.service().part(Accounts.class).createToken("carol@example.com");
            story.get(carols, list).fails("domain_groups_acl_list", 403);
            story.post(owner, one + "set-no-access/")
                    .json(users)
                    .succeeds("domain_groups_acl_set_no_access", 200);
            story.post(owner, list + "999/set-no-access/")
                    .json(users)
                    .fails("domain_groups_acl_set_no_access", 404);
        }

        /** What the look at the domain has found, and what is next for it. */
        private void watching() {
            Awaiting.until(
                    "there are tasks",
                    PATIENCE,
                    () -> !story.sql().value("select count(*) from task").equals("0"));
            ignorable("issues");
            ignorable("tasks");
        }

        /** The reports that the imports have brought, and who sent them. */
        private void reports() {
            String reporters = V1 + "/reporters/";
            JsonNode list =
                    story.get(owner, reporters + "?domain=postbox&ordering=-messages")
                            .succeeds("reporters_list", 200);
            story.get(owner, reporters + "?trust=good").fails("reporters_list", 400);
            String one = reporters + list.at("/results/0/id").asLong() + "/";
            story.get(owner, one).succeeds("reporters_retrieve", 200);
            story.get(owner, reporters + "999/").fails("reporters_retrieve", 404);
            story.patch(owner, one)
                    .json("{\"trust\": \"accepted\"}")
                    .succeeds("reporters_partial_update", 200);
            story.patch(owner, one)
                    .json("{\"trust\": \"good\"}")
                    .fails("reporters_partial_update", 400);
            String reports = V1 + "/reports/";
            JsonNode all =
                    story.get(owner, reports + "?domain=shop&held=false&begin=2026-11-01")
                            .succeeds("reports_list", 200);
            story.get(owner, reports + "?authentication=maybe").fails("reports_list", 400);
            String report = reports + all.at("/results/0/id").asLong() + "/";
            story.get(owner, report).succeeds("reports_retrieve", 200);
            story.get(owner, reports + "999/").fails("reports_retrieve", 404);
            story.patch(owner, report)
                    .json("{\"ignored\": true}")
                    .succeeds("reports_partial_update", 200);
            story.patch(owner, report)
                    .json("{\"held\": true}")
                    .fails("reports_partial_update", 400);
            // The rest of the story has its messages.
            story.service().send("PATCH", owner, report, "{\"ignored\": false}");
        }

        private void ignorable(String name) {
            String path = V1 + "/" + name + "/";
            JsonNode list =
                    story.get(owner, path + "?solved=false&domain=shop&ordering=-created")
                            .succeeds(name + "_list", 200);
            story.get(owner, path + "?created_after=yesterday").fails(name + "_list", 400);
            String one = path + list.at("/results/0/id").asLong() + "/";
            story.get(owner, one).succeeds(name + "_retrieve", 200);
            story.get(owner, path + "999/").fails(name + "_retrieve", 404);
            story.put(owner, one).json("{\"ignore\": true}").succeeds(name + "_update", 200);
            story.put(owner, one).json("{}").fails(name + "_update", 400);
            story.patch(owner, one)
                    .json("{\"ignore\": false}")
                    .succeeds(name + "_partial_update", 200);
            story.patch(owner, one)
                    .json("{\"ignore\": \"later\"}")
                    .fails(name + "_partial_update", 400);
        }

        private void timeline() {
            story.service()
                    .part(Timeline.class)
                    .add(
                            scope,
                            List.of(
                                    new NewEvent(
                                            new DomainId(domain("shop.example")),
                                            new DomainName("shop.example"),
                                            Change.DMARC_REMOVED,
                                            "dmarc",
                                            "v=DMARC1; p=none; rua=mailto:dmarc@shop.example",
                                            "",
                                            Passage.of(
                                                    EventMessages.record(
                                                            new DomainName("shop.example"),
                                                            "DMARC",
                                                            EventMessages.Happening.REMOVED)))));
            String filters = V1 + "/timeline-event-filters/";
            long filter =
                    story.post(owner, filters)
                            .json(
                                    "{\"domains\": [\"shop.example\"], \"changes\":"
                                            + " [{\"type\": \"dmarc_removed\"}, \"spf_changed\"],"
                                            + " \"begin\": \"2026-11-01\"}")
                            .succeeds("timeline_event_filters_create", 201)
                            .get("id")
                            .asLong();
            story.post(owner, filters)
                    .json("{\"changes\": [\"spf_changed\", {\"type\": \"colour\"}]}")
                    .fails("timeline_event_filters_create", 400);
            story.get(owner, filters + filter + "/")
                    .succeeds("timeline_event_filters_retrieve", 200);
            story.get(owner, filters + "999/").fails("timeline_event_filters_retrieve", 404);
            story.get(owner, filters).succeeds("timeline_event_filters_list", 200);
            story.get(owner, filters + "?page=9").fails("timeline_event_filters_list", 404);
            String events = V1 + "/timeline-events/";
            story.get(owner, events + "?filter_id=" + filter).succeeds("timeline_events_list", 200);
            story.get(owner, events + "?filter_id=999").fails("timeline_events_list", 400);
        }

        private void deletions() {
            String domains = V1 + "/domains/";
            story.post(owner, domains + "delete/")
                    .json("{\"domains\": [\"xn--bcher-kva.example\"], \"delete_subdomains\": true}")
                    .succeeds("domains_bulk_delete", 200);
            story.post(owner, domains + "delete/")
                    .json("{\"domains\": [\"xn--bcher-kva.example\"]}")
                    .fails("domains_bulk_delete", 400);
            story.delete(owner, domains + domain("shop.example") + "/")
                    .succeeds("domains_destroy", 200);
            story.delete(owner, domains + "999/").fails("domains_destroy", 404);
            long group =
                    story.service()
                            .get(owner, V1 + "/domain-groups/?label=parked")
                            .json()
                            .at("/results/0/id")
                            .asLong();
            story.delete(owner, V1 + "/domain-groups/" + group + "/")
                    .succeeds("domain_groups_destroy", 204);
            story.delete(owner, V1 + "/domain-groups/999/").fails("domain_groups_destroy", 404);
        }

        private void users() {
            String users = V1 + "/users/";
            JsonNode bob =
                    story.post(owner, users)
                            .json("{\"email\": \"bob@example.com\", \"is_admin\": true}")
                            .succeeds("users_create", 201);
            story.post(owner, users).json("{\"email\": \"bob\"}").fails("users_create", 400);
            story.get(owner, users + "?email=bob&ordering=-username").succeeds("users_list", 200);
            story.get(owner, users + "?ordering=name").fails("users_list", 400);

            String self = users + bob.get("id").asLong() + "/";
            String nobody = users + "999/";
            String ann = users + ownerId + "/";
            story.get(owner, self).succeeds("users_retrieve", 200);
            story.get(owner, nobody).fails("users_retrieve", 404);
            story.put(owner, self)
                    .json("{\"email\": \"bob@example.com\", \"settings\": {\"theme\": \"dark\"}}")
                    .succeeds("users_update", 200);
            story.put(owner, self).json("{\"settings\": {}}").fails("users_update", 400);
            story.patch(owner, self)
                    .json("{\"is_admin\": true}")
                    .succeeds("users_partial_update", 200);
            story.patch(owner, self)
                    .json("{\"email\": \"Ann@example.com\"}")
                    .fails("users_partial_update", 400);

            story.post(owner, self + "activation-reminder/")
                    .succeeds("users_activation_reminder", 202);
            story.post(owner, ann + "activation-reminder/").fails("users_activation_reminder", 400);
            story.post(owner, ann + "password-reset/").succeeds("users_password_reset", 202);
            story.post(owner, self + "password-reset/").fails("users_password_reset", 400);
            String old = "the old phrase";
            story.service().part(Accounts.class).resetPassword("ann@example.com", old);
            String change =
                    """
                    {"password_old": "%s", "password": "a new phrase", "password_confirm": "a new phrase"}
                    """
                            .formatted(old);
            story.post(owner, ann + "password-change/")
                    .json(change)
                    .succeeds("users_password_change", 200);
            story.post(owner, ann + "password-change/")
                    .json(change)
                    .fails("users_password_change", 400);
            story.put(owner, self + "convert-to-sso/").succeeds("users_convert_to_sso_put", 200);
            story.put(owner, nobody + "convert-to-sso/").fails("users_convert_to_sso_put", 404);
            story.post(owner, self + "convert-to-sso/").succeeds("users_convert_to_sso_post", 200);
            story.post(owner, nobody + "convert-to-sso/").fails("users_convert_to_sso_post", 404);
            story.delete(owner, self).succeeds("users_destroy", 204);
            story.delete(owner, ann).fails("users_destroy", 403);
        }

        /** Saves a filter, and answers its number. */
        private long filters(String path, String operations) {
            String filters = V1 + path;
            long filter =
                    story.post(owner, filters)
                            .json("{\"domains\": [\"shop.example\"]}")
                            .succeeds(operations + "_create", 201)
                            .get("id")
                            .asLong();
            story.post(owner, filters)
                    .json("{\"domains\": [\"shop.example\", \"other.example\"]}")
                    .fails(operations + "_create", 400);
            story.get(owner, filters + filter + "/").succeeds(operations + "_retrieve", 200);
            story.get(owner, filters + "999/").fails(operations + "_retrieve", 404);
            story.get(owner, filters).succeeds(operations + "_list", 200);
            story.get(owner, filters + "?page=9").fails(operations + "_list", 404);
            return filter;
        }

        private void sourceData() {
            long filter = filters("/source-filters/", "source_filters");
            long policies = filters("/policy-domain-filters/", "policy_domain_filters");
            awaitAdvice();
            story.get(owner, V1 + "/policy-domains/?filter_id=" + policies)
                    .succeeds("policy_domains_list", 200);
            story.get(owner, V1 + "/policy-domains/?recommendation=wait")
                    .fails("policy_domains_list", 400);
            story.get(owner, V1 + "/sources/?filter_id=" + filter).succeeds("sources_list", 200);
            story.get(owner, V1 + "/sources/?filter_id=999").fails("sources_list", 400);
            story.get(owner, V1 + "/source-domains/?source_number=0")
                    .succeeds("source_domains_list", 200);
            story.get(owner, V1 + "/source-domains/?category=5").fails("source_domains_list", 400);
            String refresh = V1 + "/sources/refresh/";
            story.get(owner, refresh).succeeds("sources_refreshed", 200);
            story.get(null, refresh).fails("sources_refreshed", 401);
            story.post(owner, refresh).succeeds("sources_refresh", 201);
            story.post(null, refresh).fails("sources_refresh", 401);
        }

        /** The domain has a DMARC record, and is judged by it. */
        private void awaitAdvice() {
            story.sql()
                    .execute(
                            """
                            insert into watched_record (account_id, domain_id, kind, state, value, details,
                                checked)
                            select account_id, id, 'dmarc', 'present',
                                'v=DMARC1; p=none; rua=mailto:dmarc@shop.example',
                                '{"rua_here": true}', now()
                            from domain where name = 'shop.example'
                            on conflict (domain_id, kind, selector) do update
                                set state = excluded.state, value = excluded.value,
                                    details = excluded.details
                            """);
            story.sql().execute("update policy_advice set due = '2020-01-01', judged = null");
            awaitJudged();
        }

        private void awaitJudged() {
            Awaiting.until(
                    "the domains are judged",
                    PATIENCE,
                    () ->
                            story.sql()
                                    .value(
                                            """
                                            select count(*) from policy_advice
                                            where judged is null or leased_until is not null
                                                or due <= '2026-11-20T10:18:50.875874Z'
                                            """)
                                    .equals("0"));
        }

        private void sources() {
            story.get(owner, V1 + "/find/source/192.0.2.10").succeeds("find_source", 200);
            story.get(owner, V1 + "/find/source/192.0.2.256").fails("find_source", 400);
        }

        private void explanations() {
            String explain = V1 + "/sources/explain/?ip=192.0.2.10&domain=";
            story.get(owner, explain + "shop.example").succeeds("sources_explain", 200);
            story.get(owner, explain + "none.example").fails("sources_explain", 400);
        }

        private void detailViewer() {
            String reports = V1 + "/detail-viewer/";
            // So that the request itself works it out, and no worker comes before it.
            SmartLifecycle worker = story.service().part("detailWorker", SmartLifecycle.class);
            worker.stop();
            JsonNode report =
                    story.post(owner, reports)
                            .json(
                                    "{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-20\","
                                            + " \"filter_option\": \"n\","
                                            + " \"domains\": [\"shop.example\"]}")
                            .succeeds("detail_viewer_create", 202);
            worker.start();
            story.post(owner, reports)
                    .json(
                            "{\"start_date\": \"2026-11-20\", \"end_date\": \"2026-11-01\","
                                    + " \"filter_option\": \"n\"}")
                    .fails("detail_viewer_create", 400);
            String token = report.get("search_token").asString();
            String data = V1 + "/aggregate-report/" + token + "/";
            Awaiting.until(
                    "the report is ready",
                    PATIENCE,
                    () ->
                            story.service()
                                            .get(owner, data + "progress/")
                                            .json()
                                            .get("value")
                                            .asInt()
                                    == 100);
            story.get(owner, reports + token + "/").succeeds("detail_viewer_retrieve", 200);
            story.get(owner, reports + "gone/").fails("detail_viewer_retrieve", 404);
            story.get(owner, reports + "?ordering=-created").succeeds("detail_viewer_list", 200);
            story.get(owner, reports + "?ordering=domains").fails("detail_viewer_list", 400);
            String gone = V1 + "/aggregate-report/gone/";
            story.get(owner, data + "progress/").succeeds("aggregate_report_progress", 200);
            story.get(owner, gone + "progress/").fails("aggregate_report_progress", 404);
            story.get(owner, data + "domains/?ordering=from_domain,-message_count&limit=2")
                    .succeeds("aggregate_report_domains", 200);
            story.get(owner, data + "domains/?ordering=country")
                    .fails("aggregate_report_domains", 400);
            story.get(owner, data + "sources/").succeeds("aggregate_report_sources", 200);
            story.get(owner, gone + "sources/").fails("aggregate_report_sources", 404);
            story.get(owner, data + "source/0/?ordering=-ip_count")
                    .succeeds("aggregate_report_source", 200);
            story.get(owner, data + "source/7/").fails("aggregate_report_source", 404);
            story.get(owner, data + "charts/").succeeds("aggregate_report_charts", 200);
            story.get(owner, gone + "charts/").fails("aggregate_report_charts", 404);
        }

        private void ownSources() {
            String own = V1 + "/custom-sources/";
            JsonNode source =
                    story.post(owner, own)
                            .json(
                                    "{\"name\": \"Till\", \"networks\": [\"192.0.2.80/28\"],"
                                            + " \"dkim_domains\": [\"*.till.example\"],"
                                            + " \"notes_dkim\": \"Ask the till team for a key.\"}")
                            .succeeds("custom_sources_create", 201);
            story.post(owner, own)
                    .json("{\"name\": \"Till 2\", \"networks\": [\"192.0.2.80\", \"0.0.0.0/0\"]}")
                    .fails("custom_sources_create", 400);
            String till = own + source.get("id").asLong() + "/";
            String none = own + "999/";
            story.get(owner, own).succeeds("custom_sources_list", 200);
            story.get(owner, own + "?page=9").fails("custom_sources_list", 404);
            story.get(owner, till).succeeds("custom_sources_retrieve", 200);
            story.get(owner, none).fails("custom_sources_retrieve", 404);
            story.put(owner, till)
                    .json("{\"name\": \"Tills\", \"ptr_domains\": [\"hosts.till.example\"]}")
                    .succeeds("custom_sources_update", 200);
            story.put(owner, till)
                    .json("{\"name\": \"Tills\", \"ptr_domains\": [\"example\"]}")
                    .fails("custom_sources_update", 400);
            story.patch(owner, till)
                    .json("{\"capable_spf\": false}")
                    .succeeds("custom_sources_partial_update", 200);
            story.patch(owner, till)
                    .json("{\"category\": 2, \"capable_dkim\": true}")
                    .fails("custom_sources_partial_update", 400);
            decisions(source.get("number").asInt());
            story.delete(owner, till).succeeds("custom_sources_destroy", 204);
            story.delete(owner, till).fails("custom_sources_destroy", 404);
        }

        private void decisions(int number) {
            String decisions = V1 + "/source-decisions/";
            long id =
                    story.post(owner, decisions)
                            .json(
                                    "{\"domain\": \"shop.example\", \"source_number\": %d, \"decision\": \"ours\"}"
                                            .formatted(number))
                            .succeeds("source_decisions_create", 201)
                            .get("id")
                            .asLong();
            story.post(owner, decisions)
                    .json(
                            "{\"domain\": \"shop.example\", \"source_number\": 7, \"decision\": \"ours\"}")
                    .fails("source_decisions_create", 400);
            story.get(owner, decisions).succeeds("source_decisions_list", 200);
            story.get(owner, decisions + "?decision=perhaps").fails("source_decisions_list", 400);
            story.delete(owner, decisions + id + "/").succeeds("source_decisions_destroy", 204);
            story.delete(owner, decisions + id + "/").fails("source_decisions_destroy", 404);
        }
    }
}
