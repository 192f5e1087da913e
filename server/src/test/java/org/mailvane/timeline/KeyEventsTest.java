package org.mailvane.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeyEventsTest {

    private static TimelineEvent event(Change change, String details) {
        return new TimelineEvent(
                1,
                null,
                "shop.example",
                change,
                "",
                "",
                "",
                details,
                Instant.parse("2026-11-20T12:00:00Z"));
    }

    @Test
    void theSelectorIsReadOutOfTheWordsThatSayIt() {
        String said = KeyEvents.key("a.b-2026", "shop.example") + " was published.";
        assertThat(KeyEvents.selector(event(Change.DKIM_ADDED, said))).hasValue("a.b-2026");
        assertThat(KeyEvents.selector(event(Change.DKIM_REMOVED, said))).hasValue("a.b-2026");
        assertThat(KeyEvents.selector(event(Change.DKIM_CHANGED, said))).hasValue("a.b-2026");
    }

    @Test
    void otherEventsHaveNone() {
        String said = KeyEvents.key("k1", "shop.example") + " was published.";
        assertThat(KeyEvents.selector(event(Change.SPF_ADDED, said))).isEmpty();
        assertThat(KeyEvents.selector(event(Change.DKIM_ADDED, "See: " + said))).isEmpty();
    }
}
