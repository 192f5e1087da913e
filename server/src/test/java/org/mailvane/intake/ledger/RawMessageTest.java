package org.mailvane.intake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.reading.Envelope;

class RawMessageTest {

    @Test
    void comesBackAsItWentWhateverItsSize() throws IOException {
        for (int size : new int[] {0, 1, 1 << 20, (1 << 20) + 1, 3 << 20}) {
            byte[] bytes = new byte[size];
            new Random(size).nextBytes(bytes);
            RawMessage raw = RawMessage.read(new ByteArrayInputStream(bytes));
            assertThat(raw.size()).isEqualTo(size);
            assertThat(raw.open().readAllBytes()).isEqualTo(bytes);
            RawMessage stored = RawMessage.stored(raw.contentHash(), raw.size(), raw.deflated());
            assertThat(stored.open().readAllBytes()).isEqualTo(bytes);
        }
    }

    @Test
    @Tag("slow")
    void isBoundedDeflated() {
        byte[] random = new byte[RawMessage.MAX_DEFLATED + (1 << 20)];
        new Random(7).nextBytes(random);
        assertThatThrownBy(() -> RawMessage.read(new ByteArrayInputStream(random)))
                .isInstanceOf(RawMessage.TooLarge.class)
                .hasMessageContaining(RawMessage.MAX_DEFLATED + " bytes, compressed");
    }

    /** Hashes 1 GB. With the first compiler only, it takes three times as long. */
    @Test
    @Tag("alone")
    void isBoundedAsItCame() {
        assertThatThrownBy(() -> RawMessage.read(new Blanks(RawMessage.MAX_SIZE + 1)))
                .isInstanceOf(RawMessage.TooLarge.class)
                .hasMessageContaining(RawMessage.MAX_SIZE + " bytes");
    }

    @Test
    void aNameKeepsItsEnd() {
        String name = "folder/".repeat(Envelope.MAX_NAME_LENGTH) + "file.xml";
        Envelope envelope = new Envelope(name, 0, () -> RawMessage.read(new Blanks(1)));
        assertThat(envelope.name())
                .hasSize(Envelope.MAX_NAME_LENGTH)
                .startsWith("...")
                .endsWith("/file.xml");
    }

    /** So many blanks, made as they are read. */
    private static final class Blanks extends InputStream {

        private long left;

        Blanks(long count) {
            left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? ' ' : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int n = (int) Math.min(left, length);
            Arrays.fill(bytes, offset, offset + n, (byte) ' ');
            left -= n;
            return n;
        }
    }
}
