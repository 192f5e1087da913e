package org.mailvane.api.openapi;

import java.time.Duration;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.Story;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;

/** The account of the examples, and what several of their chapters need. */
public final class ExampleAccount {

    public static final Duration PATIENCE = Duration.ofSeconds(30);
    public static final String V1 = "/api/v1";

    public final Story story;
    public final String owner;
    public final long ownerId;
    public final Scope scope;

    ExampleAccount(Story story) {
        this.story = story;
        Accounts.Created created = story.service().account("Ann");
        owner = created.apiToken();
        ownerId = created.owner().id();
        scope = created.account().scope();
    }

    public void awaitDone(String path) {
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

    public long domain(String name) {
        return story.service()
                .get(owner, V1 + "/domains/?domain_exact=" + name)
                .json()
                .at("/results/0/id")
                .asLong();
    }

    public void awaitJudged() {
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
