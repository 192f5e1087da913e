package org.mailvane.web;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SampleTls;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/**
 * What pages need to have something to show: reports of every kind, and what people ask of them.
 */
public final class PageSamples {

    /** The domain that all reports are about, whose row is the first. */
    static final String DOMAIN = "first.example";

    /** Names the report of the detail viewer that replaces {@code {report}} in paths. */
    static final String REPORT = "r000000000000000";

    private static final Duration SOON = Duration.ofSeconds(60);

    private PageSamples() {}

    /** Stores reports, and has somebody ask for them, who may see all of them then. */
    public static void make(People people, Person person) {
        people.service
                .part(Domains.class)
                .add(Scope.ofAccount(people.owner.accountId()), List.of(new DomainName(DOMAIN)));
        Samples.of(people);
        people.sql("update account_user set has_forensic_access = true where id = " + person.id());
        upload(
                people,
                people.owner,
                SampleReport.about(DOMAIN)
                        .period("2026-11-18T00:00:00Z", "2026-11-18T23:59:59Z")
                        .record("192.0.2.10", 120, "none", true, true)
                        .record("2001:db8::7", 9, "reject", false, false)
                        .xml());
        upload(
                people,
                people.owner,
                SampleTls.report()
                        .failure("certificate-expired", "192.0.2.9", "mx.first.example", 3)
                        .policy("sts", "enforce", DOMAIN, 97, 3)
                        .json());
        upload(people, people.owner, FailureMail.about(DOMAIN).bytes());
        people.service.send(
                "POST",
                people.owner.token(),
                "/api/v1/custom-sources/",
                "{\"name\": \"Own house\", \"networks\": [\"192.0.2.200\"]}");
        people.sql(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created)
                select account_id, id, 'spf', 'spf.limit', '', 'err', 'SPF needs 12 look-ups',
                    'Remove two terms', 'At %1$s stands v=spf1 include:a-long-name-without-a-blank-of-some-provider-of-mail.example -all',
                    '2026-11-01' from domain where name = '%1$s' and account_id = %2$d
                """
                        .formatted(DOMAIN, people.owner.accountId()));
        people.sql(
                """
                insert into domain_group (account_id, label, is_default)
                values (%d, 'A client whose name is long, as those of companies are, GmbH & Co. KG',
                    false)
                """
                        .formatted(people.owner.accountId()));
        report(people, person, "{}");
        people.sql("update detail_report set search_token = '" + REPORT + "'");
        search(people, person);
        people.sql(
                "update failure_report set content_hash = '00000000-0000-0000-0000-000000000000'");
    }

    /** Uploads a file and waits until it is worked; fails where nothing of it was stored. */
    public static void upload(People people, Person person, byte[] file) {
        Answer answer =
                people.service.call(
                        "POST",
                        person.token(),
                        "/api/v1/imports/",
                        BodyPublishers.ofByteArray(file),
                        Map.of());
        String link = "/api/v1/imports/" + answer.json().get("id").asLong() + "/";
        Awaiting.until(
                "the upload is worked",
                SOON,
                () ->
                        people.service
                                .get(person.token(), link)
                                .json()
                                .get("state")
                                .asString()
                                .equals("done"));
        JsonNode done = people.service.get(person.token(), link).json();
        if (done.get("imported").asInt() != 1) {
            throw new AssertionError(done.toString());
        }
    }

    /**
     * The token of a report of November 2026 that is ready.
     *
     * @param more further members of its criteria, as a JSON object
     */
    public static String report(People people, Person person, String more) {
        String body =
                "{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-20\", \"filter_option\": \"n\""
                        + (more.equals("{}") ? "}" : ", " + more.substring(1));
        Answer answer = people.service.send("POST", person.token(), "/api/v1/detail-viewer/", body);
        String token = answer.json().get("search_token").asString();
        String progress = "/api/v1/aggregate-report/" + token + "/progress/";
        Awaiting.until(
                "the report is ready",
                SOON,
                () ->
                        people.service
                                .get(person.token(), progress)
                                .json()
                                .get("state")
                                .asString()
                                .equals("ready"));
        return token;
    }

    /** A search for failure reports of November 2026 that is done, as the API shows it. */
    static JsonNode search(People people, Person person) {
        Answer answer =
                people.service.send(
                        "POST",
                        person.token(),
                        "/api/v1/forensic-reports/",
                        "{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-30\"}");
        String link = "/api/v1/forensic-reports/" + answer.json().get("id").asLong() + "/";
        Awaiting.until(
                "the search is done",
                SOON,
                () ->
                        people.service.get(person.token(), link).json().get("progress").asInt()
                                == 100);
        return people.service.get(person.token(), link).json();
    }
}
