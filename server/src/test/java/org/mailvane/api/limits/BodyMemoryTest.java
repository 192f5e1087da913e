package org.mailvane.api.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.api.binding.BodyReader;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Shape;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;

/** Large bodies share parts of the heap, and small ones need none of it. */
class BodyMemoryTest {

    private static final int HEAP = 8 << 20;

    /** What strangers share, and more than one may send. */
    private static final int STRANGERS = HEAP / BodyMemory.STRANGERS_SHARE;

    private static final int LARGEST = BodyMemory.STRANGER_BYTES;

    private final BodyMemory memory = new BodyMemory(HEAP, Duration.ZERO);

    record Sample(@Field(maxLength = 100_000) String label) {}

    private static ApiProblem refused(Runnable taking) {
        return catchThrowableOfType(ApiProblem.class, taking::run);
    }

    private static void assertBusy(Runnable taking) {
        ApiProblem problem = refused(taking);
        assertThat(problem.status().value()).isEqualTo(503);
        assertThat(problem.code()).isEqualTo("busy");
    }

    @Test
    void parametersTakeMemoryForParsingWhenTheFormHasCome() {
        int parsing = HEAP / BodyMemory.PARSING_SHARE;
        try (BodyMemory.Arriving other = memory.arriving(false)) {
            try (BodyMemory.Arriving one = memory.arriving(false)) {
                one.add(STRANGERS / 2);
                other.add(STRANGERS / 2);
                one.addParameters();
                assertBusy(other::addParameters);
                assertBusy(() -> memory.parse(parsing / BodyMemory.GROWTH).close());
                // Whoever does not read the answer keeps no more than that from others.
                memory.parse((parsing - STRANGERS) / BodyMemory.GROWTH).close();
            }
            other.addParameters();
        }
        assertTakesAll();
        try (BodyMemory.Held _ = memory.parse(100L * HEAP);
                BodyMemory.Arriving one = memory.arriving(false)) {
            one.add(STRANGERS);
            assertBusy(one::addParameters);
        }
        assertTakesAll();
    }

    /** They would wait for each other if each needed more of the memory that they keep. */
    @Test
    void formsThatHaveComeAreReadOneAfterTheOther() {
        BodyMemory larger = new BodyMemory(256 << 20, Duration.ZERO);
        List<BodyMemory.Arriving> forms =
                IntStream.range(0, 6).mapToObj(_ -> larger.arriving(true)).toList();
        forms.forEach(form -> form.add(2 << 20));
        for (BodyMemory.Arriving form : forms) {
            form.addParameters();
            form.close();
        }
    }

    @Test
    void formOfTheContainerWaitsForTheMemoryOfOthers() {
        try (BodyMemory.Arriving one = memory.arriving(false);
                BodyMemory.Arriving other = memory.arriving(false)) {
            one.addForm(LARGEST);
            assertBusy(() -> other.addForm(LARGEST));
        }
        assertTakesAll();
    }

    private void assertTakesAll() {
        try (BodyMemory.Arriving all = memory.arriving(false)) {
            all.add(STRANGERS);
        }
    }

    @Test
    void bodyIsReadToItsLimit() throws IOException {
        byte[] body = new byte[10_000];
        try (BodyMemory.Arriving one = memory.arriving(false)) {
            assertThat(one.read(new ByteArrayInputStream(body), body.length)).hasSize(body.length);
        }
        try (BodyMemory.Arriving one = memory.arriving(false)) {
            ApiProblem problem =
                    catchThrowableOfType(
                            ApiProblem.class,
                            () -> one.read(new ByteArrayInputStream(body), body.length - 1));
            assertThat(problem.status().value()).isEqualTo(413);
        }
    }

    /** A form takes several times its bytes, of a part that strangers have nothing of. */
    @ParameterizedTest
    @CsvSource({"true, 16", "false, 32"})
    void formsShareAPartOfTheHeap(boolean isSignedIn, int share) {
        assertThat(isSignedIn ? BodyMemory.SIGNED_IN_SHARE : BodyMemory.STRANGERS_SHARE)
                .isEqualTo(share);
        int all = HEAP / share / BodyMemory.FORM_GROWTH;
        try (BodyMemory.Arriving one = memory.arriving(isSignedIn);
                BodyMemory.Arriving two = memory.arriving(isSignedIn);
                BodyMemory.Arriving three = memory.arriving(isSignedIn);
                BodyMemory.Arriving small = memory.arriving(isSignedIn);
                BodyMemory.Arriving other = memory.arriving(!isSignedIn)) {
            one.addForm(all / 2);
            two.addForm(all / 2);
            assertBusy(() -> three.addForm(BodyMemory.FREE_BYTES + 1));
            small.addForm(BodyMemory.FREE_BYTES);
            other.addForm(all / 2);
        }
        try (BodyMemory.Arriving larger = memory.arriving(isSignedIn);
                BodyMemory.Arriving three = memory.arriving(isSignedIn)) {
            larger.addForm(2 * all);
            assertBusy(() -> three.addForm(BodyMemory.FREE_BYTES + 1));
        }
    }

    @Test
    void bodyThatComesTakesWhatHasComeOfIt() {
        try (BodyMemory.Arriving one = memory.arriving(false);
                BodyMemory.Arriving other = memory.arriving(false)) {
            one.add(STRANGERS - (8 << 10));
            other.add(8 << 10);
            assertBusy(() -> other.add(4 << 10));
        }
        assertTakesAll();
    }

    @Test
    void bodyLargerThanTheMemoryGetsAllOfIt() {
        try (BodyMemory.Held _ = memory.parse(100L * HEAP)) {
            assertBusy(() -> memory.parse(BodyMemory.FREE_BYTES + 1).close());
        }
        memory.parse(100L * HEAP).close();
    }

    @Test
    void slowClientLeavesRoomForThoseBesideIt() throws Exception {
        PipedOutputStream slow = new PipedOutputStream();
        try (InputStream coming = new PipedInputStream(slow)) {
            CompletableFuture<?> reading =
                    CompletableFuture.supplyAsync(() -> read(request(coming)));
            // More than the pipe keeps, so that it is being read.
            slow.write(json(10_000).substring(0, 9_000).getBytes(StandardCharsets.US_ASCII));
            assertThat(read(request(json(100_000))).label()).hasSize(100_000);
            slow.write(json(10_000).substring(9_000).getBytes(StandardCharsets.US_ASCII));
            slow.close();
            assertThat(reading.join()).isEqualTo(new Sample("x".repeat(10_000)));
        }
    }

    private static String json(int length) {
        return "{\"label\": \"" + "x".repeat(length) + "\"}";
    }

    /** A body in chunks, whose length nobody says. */
    private static MockHttpServletRequest request(InputStream body) {
        return new MockHttpServletRequest("POST", "/") {

            @Override
            public ServletInputStream getInputStream() {
                return new DelegatingServletInputStream(body);
            }
        };
    }

    private static MockHttpServletRequest request(String json) {
        return request(new ByteArrayInputStream(json.getBytes(StandardCharsets.US_ASCII)));
    }

    private Sample read(MockHttpServletRequest request) {
        try {
            return (Sample)
                    BodyReader.read(request, Shape.ofBody(Sample.class), false, memory, true)
                            .record();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
