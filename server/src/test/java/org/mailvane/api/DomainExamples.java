package org.mailvane.api;

import java.util.List;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.openapi.ExampleAccount;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.Awaiting;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.NewEvent;
import org.mailvane.timeline.Timeline;
import tools.jackson.databind.JsonNode;

/** The chapters of the examples about domains, what is open about them, and users. */
public final class DomainExamples {

    private final ExampleAccount account;
    private final Story story;
    private final String owner;

    public DomainExamples(ExampleAccount account) {
        this.account = account;
        this.story = account.story;
        this.owner = account.owner;
    }

    public void entryPoints() {
        story.get(null, "/api/").succeeds("root_latest", 200);
        story.get("wrong", "/api/").fails("root_latest", 401);
        story.get(null, ExampleAccount.V1 + "/").succeeds("root", 200);
        story.get("wrong", ExampleAccount.V1 + "/").fails("root", 401);
    }

    public void domains() {
        story.get(owner, ExampleAccount.V1 + "/domains/?ordering=-volume&limit=2")
                .succeeds("domains_list", 200);
        story.get(owner, ExampleAccount.V1 + "/domains/?limit=many").fails("domains_list", 400);
        String shop = ExampleAccount.V1 + "/domains/" + account.domain("shop.example") + "/";
        String news = ExampleAccount.V1 + "/domains/" + account.domain("news.shop.example") + "/";
        String none = ExampleAccount.V1 + "/domains/999/";
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

    public void groups() {
        // Its numbers of tasks follow from what was looked up before.
        account.awaitJudged();
        long shops =
                story.post(owner, ExampleAccount.V1 + "/domain-groups/")
                        .json("{\"label\": \"Shops\", \"notes\": \"All that sell.\"}")
                        .succeeds("domain_groups_create", 201)
                        .get("id")
                        .asLong();
        story.post(owner, ExampleAccount.V1 + "/domain-groups/")
                .json("{\"notes\": \"No label.\"}")
                .fails("domain_groups_create", 400);
        String group = ExampleAccount.V1 + "/domain-groups/" + shops + "/";
        String none = ExampleAccount.V1 + "/domain-groups/999/";
        story.post(owner, group + "add-domains/")
                .json(
                        "{\"domains\": [\"shop.example\", \"b\u00fccher.example\"],"
                                + " \"domain_state\": \"active\"}")
                .succeeds("domain_groups_add_domains", 201);
        story.post(owner, group + "add-domains/")
                .json("{\"domains\": [\"shop.example\", \"no domain\"]}")
                .fails("domain_groups_add_domains", 400);
        story.get(owner, ExampleAccount.V1 + "/domain-groups/?search=shop")
                .succeeds("domain_groups_list", 200);
        story.get(owner, ExampleAccount.V1 + "/domain-groups/?page=9")
                .fails("domain_groups_list", 404);
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
                                ExampleAccount.V1 + "/domain-groups/",
                                "{\"label\": \"Parked\", \"parked_domains\": true}")
                        .json()
                        .get("id")
                        .asLong();
        String target = ExampleAccount.V1 + "/domain-groups/" + parked + "/";
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

    public void access() {
        long carol =
                story.service()
                        .send(
                                "POST",
                                owner,
                                ExampleAccount.V1 + "/users/",
                                "{\"email\": \"carol@example.com\"}")
                        .json()
                        .get("id")
                        .asLong();
        long group =
                story.service()
                        .get(owner, ExampleAccount.V1 + "/domain-groups/?label=shops")
                        .json()
                        .at("/results/0/id")
                        .asLong();
        String list = ExampleAccount.V1 + "/domain-groups-acl/";
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
    public void watching() {
        Awaiting.until(
                "there are tasks",
                ExampleAccount.PATIENCE,
                () -> !story.sql().value("select count(*) from task").equals("0"));
        ignorable("issues");
        ignorable("tasks");
    }

    private void ignorable(String name) {
        String path = ExampleAccount.V1 + "/" + name + "/";
        JsonNode list =
                story.get(owner, path + "?solved=false&domain=shop&ordering=-created")
                        .succeeds(name + "_list", 200);
        story.get(owner, path + "?created_after=yesterday").fails(name + "_list", 400);
        String one = path + list.at("/results/0/id").asLong() + "/";
        story.get(owner, one).succeeds(name + "_retrieve", 200);
        story.get(owner, path + "999/").fails(name + "_retrieve", 404);
        story.put(owner, one).json("{\"ignore\": true}").succeeds(name + "_update", 200);
        story.put(owner, one).json("{}").fails(name + "_update", 400);
        story.patch(owner, one).json("{\"ignore\": false}").succeeds(name + "_partial_update", 200);
        story.patch(owner, one)
                .json("{\"ignore\": \"later\"}")
                .fails(name + "_partial_update", 400);
    }

    public void timeline() {
        story.service()
                .part(Timeline.class)
                .add(
                        account.scope,
                        List.of(
                                new NewEvent(
                                        new DomainId(account.domain("shop.example")),
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
        String filters = ExampleAccount.V1 + "/timeline-event-filters/";
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
        story.get(owner, filters + filter + "/").succeeds("timeline_event_filters_retrieve", 200);
        story.get(owner, filters + "999/").fails("timeline_event_filters_retrieve", 404);
        story.get(owner, filters).succeeds("timeline_event_filters_list", 200);
        story.get(owner, filters + "?page=9").fails("timeline_event_filters_list", 404);
        String events = ExampleAccount.V1 + "/timeline-events/";
        story.get(owner, events + "?filter_id=" + filter).succeeds("timeline_events_list", 200);
        story.get(owner, events + "?filter_id=999").fails("timeline_events_list", 400);
    }

    public void deletions() {
        String domains = ExampleAccount.V1 + "/domains/";
        story.post(owner, domains + "delete/")
                .json("{\"domains\": [\"xn--bcher-kva.example\"], \"delete_subdomains\": true}")
                .succeeds("domains_bulk_delete", 200);
        story.post(owner, domains + "delete/")
                .json("{\"domains\": [\"xn--bcher-kva.example\"]}")
                .fails("domains_bulk_delete", 400);
        story.delete(owner, domains + account.domain("shop.example") + "/")
                .succeeds("domains_destroy", 200);
        story.delete(owner, domains + "999/").fails("domains_destroy", 404);
        long group =
                story.service()
                        .get(owner, ExampleAccount.V1 + "/domain-groups/?label=parked")
                        .json()
                        .at("/results/0/id")
                        .asLong();
        story.delete(owner, ExampleAccount.V1 + "/domain-groups/" + group + "/")
                .succeeds("domain_groups_destroy", 204);
        story.delete(owner, ExampleAccount.V1 + "/domain-groups/999/")
                .fails("domain_groups_destroy", 404);
    }

    public void users() {
        String users = ExampleAccount.V1 + "/users/";
        JsonNode bob =
                story.post(owner, users)
                        .json("{\"email\": \"bob@example.com\", \"is_admin\": true}")
                        .succeeds("users_create", 201);
        story.post(owner, users).json("{\"email\": \"bob\"}").fails("users_create", 400);
        story.get(owner, users + "?email=bob&ordering=-username").succeeds("users_list", 200);
        story.get(owner, users + "?ordering=name").fails("users_list", 400);

        String self = users + bob.get("id").asLong() + "/";
        String nobody = users + "999/";
        String ann = users + account.ownerId + "/";
        story.get(owner, self).succeeds("users_retrieve", 200);
        story.get(owner, nobody).fails("users_retrieve", 404);
        story.put(owner, self)
                .json("{\"email\": \"bob@example.com\", \"settings\": {\"theme\": \"dark\"}}")
                .succeeds("users_update", 200);
        story.put(owner, self).json("{\"settings\": {}}").fails("users_update", 400);
        story.patch(owner, self).json("{\"is_admin\": true}").succeeds("users_partial_update", 200);
        story.patch(owner, self)
                .json("{\"email\": \"Ann@example.com\"}")
                .fails("users_partial_update", 400);

        story.post(owner, self + "activation-reminder/").succeeds("users_activation_reminder", 202);
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
}
