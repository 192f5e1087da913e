package org.mailvane.api;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.openapi.ExampleAccount;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SampleTls;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.JsonNode;

/** The chapters of the examples about reports, sources and inspections. */
public final class ReportExamples {

    private final ExampleAccount account;
    private final Story story;
    private final String owner;

    public ReportExamples(ExampleAccount account) {
        this.account = account;
        this.story = account.story;
        this.owner = account.owner;
    }

    /** Saves a filter, and answers its number. */
    private long filters(String path, String operations) {
        String filters = ExampleAccount.V1 + path;
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
        account.awaitJudged();
    }

    private void decisions(int number) {
        String decisions = ExampleAccount.V1 + "/source-decisions/";
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

    public void imports() {
        byte[] report =
                SampleReport.about("shop.example")
                        .period("2026-11-19T00:00:00Z", "2026-11-19T23:59:59Z")
                        .record("192.0.2.10", 120, "none", true, true)
                        .record("198.51.100.7", 3, "none", false, false, "news.shop.example", "")
                        .xml();
        JsonNode created =
                story.post(owner, ExampleAccount.V1 + "/imports/")
                        .text(
                                "application/octet-stream",
                                new String(report, StandardCharsets.UTF_8))
                        .header("Content-Disposition", "attachment; filename=\"report.xml\"")
                        .succeeds("imports_create", 202);
        String self = ExampleAccount.V1 + "/imports/" + created.get("id").asLong() + "/";
        account.awaitDone(self);
        story.get(owner, self).succeeds("imports_retrieve", 200);
        story.post(owner, ExampleAccount.V1 + "/imports/").fails("imports_create", 400);
        story.get(owner, ExampleAccount.V1 + "/imports/999/").fails("imports_retrieve", 404);

        JsonNode broken =
                story.service()
                        .call(
                                "POST",
                                owner,
                                ExampleAccount.V1 + "/imports/",
                                BodyPublishers.ofString("<feedback><report_metadata>"),
                                Map.of(
                                        "Content-Disposition",
                                        "attachment; filename=\"broken.xml\""))
                        .json();
        String other = ExampleAccount.V1 + "/imports/" + broken.get("id").asLong() + "/";
        account.awaitDone(other);
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
        account.awaitDone(other);
        story.post(owner, entries + "999/retry/").fails("imports_retry_entry", 404);
        story.post(owner, other + "retry/").succeeds("imports_retry", 202);
        account.awaitDone(other);
        story.post(owner, ExampleAccount.V1 + "/imports/999/retry/").fails("imports_retry", 404);
        story.get(owner, ExampleAccount.V1 + "/imports/?limit=1").succeeds("imports_list", 200);
        story.get(null, ExampleAccount.V1 + "/imports/").fails("imports_list", 401);
    }

    public void tlsReports() {
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
                                ExampleAccount.V1 + "/imports/",
                                BodyPublishers.ofByteArray(report),
                                Map.of())
                        .json();
        account.awaitDone(ExampleAccount.V1 + "/imports/" + created.get("id").asLong() + "/");
        story.get(owner, ExampleAccount.V1 + "/tls-failures/?begin=2026-11-01&end=2026-11-20")
                .succeeds("tls_failures_list", 200);
        story.get(owner, ExampleAccount.V1 + "/tls-failures/?begin=2026-09-01&end=2026-11-20")
                .fails("tls_failures_list", 400);
        JsonNode policies =
                story.get(owner, ExampleAccount.V1 + "/tls-policies/?ordering=-sum_failed")
                        .succeeds("tls_policies_list", 200);
        story.get(owner, ExampleAccount.V1 + "/tls-policies/?filter_id=999")
                .fails("tls_policies_list", 400);
        long policy = policies.at("/results/0/id").asLong();
        story.get(owner, ExampleAccount.V1 + "/tls-policies/" + policy + "/")
                .succeeds("tls_policies_retrieve", 200);
        story.get(owner, ExampleAccount.V1 + "/tls-policies/999/")
                .fails("tls_policies_retrieve", 404);
    }

    /** The reports that the imports have brought, and who sent them. */
    public void reports() {
        String reporters = ExampleAccount.V1 + "/reporters/";
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
        String reports = ExampleAccount.V1 + "/reports/";
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
        story.patch(owner, report).json("{\"held\": true}").fails("reports_partial_update", 400);
        // The rest of the story has its messages.
        story.service().send("PATCH", owner, report, "{\"ignored\": false}");
    }

    public void detailViewer() {
        String reports = ExampleAccount.V1 + "/detail-viewer/";
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
        String data = ExampleAccount.V1 + "/aggregate-report/" + token + "/";
        Awaiting.until(
                "the report is ready",
                ExampleAccount.PATIENCE,
                () ->
                        story.service().get(owner, data + "progress/").json().get("value").asInt()
                                == 100);
        story.get(owner, reports + token + "/").succeeds("detail_viewer_retrieve", 200);
        story.get(owner, reports + "gone/").fails("detail_viewer_retrieve", 404);
        story.get(owner, reports + "?ordering=-created").succeeds("detail_viewer_list", 200);
        story.get(owner, reports + "?ordering=domains").fails("detail_viewer_list", 400);
        String gone = ExampleAccount.V1 + "/aggregate-report/gone/";
        story.get(owner, data + "progress/").succeeds("aggregate_report_progress", 200);
        story.get(owner, gone + "progress/").fails("aggregate_report_progress", 404);
        story.get(owner, data + "domains/?ordering=from_domain,-message_count&limit=2")
                .succeeds("aggregate_report_domains", 200);
        story.get(owner, data + "domains/?ordering=country").fails("aggregate_report_domains", 400);
        story.get(owner, data + "sources/").succeeds("aggregate_report_sources", 200);
        story.get(owner, gone + "sources/").fails("aggregate_report_sources", 404);
        story.get(owner, data + "source/0/?ordering=-ip_count")
                .succeeds("aggregate_report_source", 200);
        story.get(owner, data + "source/7/").fails("aggregate_report_source", 404);
        story.get(owner, data + "charts/").succeeds("aggregate_report_charts", 200);
        story.get(owner, gone + "charts/").fails("aggregate_report_charts", 404);
    }

    public void forensic() {
        JsonNode upload =
                story.service()
                        .call(
                                "POST",
                                owner,
                                ExampleAccount.V1 + "/imports/",
                                BodyPublishers.ofByteArray(
                                        FailureMail.about("news.example").bytes()),
                                Map.of())
                        .json();
        account.awaitDone(ExampleAccount.V1 + "/imports/" + upload.get("id").asLong() + "/");
        String jobs = ExampleAccount.V1 + "/forensic-reports/";
        String data = ExampleAccount.V1 + "/forensic-data/";
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
                ExampleAccount.PATIENCE,
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
                                ExampleAccount.V1 + "/imports/",
                                BodyPublishers.ofByteArray(
                                        FailureMail.about("news.example").bytes()),
                                Map.of())
                        .json()
                        .get("id")
                        .asLong();
        account.awaitDone(ExampleAccount.V1 + "/imports/" + again + "/");
        story.delete(owner, data).json(names).succeeds("forensic_data_delete_specific_delete", 200);
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

    public void sources() {
        story.get(owner, ExampleAccount.V1 + "/find/source/192.0.2.10")
                .succeeds("find_source", 200);
        story.get(owner, ExampleAccount.V1 + "/find/source/192.0.2.256").fails("find_source", 400);
    }

    public void sourceData() {
        long filter = filters("/source-filters/", "source_filters");
        long policies = filters("/policy-domain-filters/", "policy_domain_filters");
        awaitAdvice();
        story.get(owner, ExampleAccount.V1 + "/policy-domains/?filter_id=" + policies)
                .succeeds("policy_domains_list", 200);
        story.get(owner, ExampleAccount.V1 + "/policy-domains/?recommendation=wait")
                .fails("policy_domains_list", 400);
        story.get(owner, ExampleAccount.V1 + "/sources/?filter_id=" + filter)
                .succeeds("sources_list", 200);
        story.get(owner, ExampleAccount.V1 + "/sources/?filter_id=999").fails("sources_list", 400);
        story.get(owner, ExampleAccount.V1 + "/source-domains/?source_number=0")
                .succeeds("source_domains_list", 200);
        story.get(owner, ExampleAccount.V1 + "/source-domains/?category=5")
                .fails("source_domains_list", 400);
        String refresh = ExampleAccount.V1 + "/sources/refresh/";
        story.get(owner, refresh).succeeds("sources_refreshed", 200);
        story.get(null, refresh).fails("sources_refreshed", 401);
        story.post(owner, refresh).succeeds("sources_refresh", 201);
        story.post(null, refresh).fails("sources_refresh", 401);
    }

    public void ownSources() {
        String own = ExampleAccount.V1 + "/custom-sources/";
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

    public void explanations() {
        String explain = ExampleAccount.V1 + "/sources/explain/?ip=192.0.2.10&domain=";
        story.get(owner, explain + "shop.example").succeeds("sources_explain", 200);
        story.get(owner, explain + "none.example").fails("sources_explain", 400);
    }

    public void inspectors() {
        String domain = "{\"domain\": \"example.com\"}";
        String record = "{\"record\": \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"}";
        inspector("dmarc", "inspect", domain, "{\"domain\": \"_dmarc.example.com\"}");
        inspector("dmarc", "validate", record, "{}");
        inspector("dkim", "inspect", "{\"domain\": \"example.com\", \"selector\": \"s1\"}", domain);
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
        story.post(null, ExampleAccount.V1 + path).json(right).succeeds(id, 200);
        story.post(null, ExampleAccount.V1 + path).json(wrong).fails(id, 400);
        story.post(null, "/api" + path).json(right).succeeds(id + "_latest", 200);
        story.post(null, "/api" + path).json(wrong).fails(id + "_latest", 400);
    }
}
