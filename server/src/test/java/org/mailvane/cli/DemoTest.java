package org.mailvane.cli;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.mailvane.testing.NeedsChromium;

/** All that looks at a whole demo. As one class it runs in one JVM, which makes one demo for it. */
@Tag("slow")
class DemoTest {

    @Nested
    class Stories extends DemoStories {}

    @Nested
    class AsProcess extends DemoProcess {}

    @Nested
    @NeedsChromium
    class InChromium extends DemoInChromium {}
}
