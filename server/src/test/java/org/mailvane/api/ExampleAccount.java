package org.mailvane.api;

import java.time.Duration;
import org.mailvane.accounts.Accounts;
import org.mailvane.store.Scope;
import org.mailvane.testing.Awaiting;

/** The account of the examples, and what several of their chapters need. */
final class ExampleAccount {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final String V1 = "/api/v1";

    final Story story;
    final String owner;
    final long ownerId;
    final Scope scope;

    ExampleAccount(Story story) {
        this.story = story;
        Accounts.Created created = story.service().account("Ann");
        owner = created.apiToken();
        ownerId = created.owner().id();
        scope = created.account().scope();
    }

    void awaitDone(String path) {
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

    long domain(String name) {
        return story.service()
                .get(owner, V1 + "/domains/?domain_exact=" + name)
                .json()
                .at("/results/0/id")
                .asLong();
    }

    void awaitJudged() {
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
}
