package org.mailvane.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Marks tests in a real browser: they are part of {@code verify}, and skipped without Chromium and
 * its driver.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("slow")
@EnabledIf(
        value = "org.mailvane.testing.Chromium#isInstalled",
        disabledReason = "chromium and chromedriver are not installed (Debian: chromium-driver)")
public @interface NeedsChromium {}
