package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.management.ManagementFactory;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Limits the CPU time of the thread of each test: unlike time by the clock it does not depend on
 * what else the machine does. A test that hangs is ended by the time limit of all tests.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CpuLimit.Measured.class)
public @interface CpuLimit {

    /** Returns the limit in seconds. */
    int value();

    /** Measures each test. The annotation of a method counts before that of its class. */
    final class Measured implements InvocationInterceptor {

        @Override
        public void interceptTestMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> method,
                ExtensionContext context)
                throws Throwable {
            measure(invocation, method, context);
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> method,
                ExtensionContext context)
                throws Throwable {
            measure(invocation, method, context);
        }

        private static void measure(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> method,
                ExtensionContext context)
                throws Throwable {
            long start = now();
            invocation.proceed();
            Duration spent = Duration.ofNanos(now() - start);
            int limit =
                    Stream.<AnnotatedElement>of(
                                    method.getExecutable(), context.getRequiredTestClass())
                            .map(of -> AnnotationSupport.findAnnotation(of, CpuLimit.class))
                            .flatMap(Optional::stream)
                            .findFirst()
                            .orElseThrow()
                            .value();
            assertThat(spent).as("CPU time").isLessThan(Duration.ofSeconds(limit));
        }

        private static long now() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }
}
