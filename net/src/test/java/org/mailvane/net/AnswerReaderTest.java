package org.mailvane.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.Other;
import org.mailvane.mailauth.dns.RecordType;
import org.xbill.DNS.Message;

/** Messages that no server of ours sends, octet by octet. */
class AnswerReaderTest {

    private static final DnsName NAME = new DnsName("a.b");

    /** A response of code 0 with one question and one answer; the question is a.b MX. */
    private static final String HEAD = "0001 8180 0001 0001 0000 0000  0161 0162 00 000f 0001";

    private static final String OWNER_MX = "0161 0162 00 000f 0001";

    @Test
    void timeWithItsHighestBitSetIsNone() throws IOException {
        DnsAnswer answer = read(HEAD + OWNER_MX + "ffffffff 0005 000a 0163 00");
        assertThat(answer.status()).isEqualTo(Status.FOUND);
        assertThat(answer.ttl()).isZero();
    }

    @Test
    void nameWithADotInALabelIsKeptAsOctets() throws IOException {
        DnsAnswer answer = read(HEAD + OWNER_MX + "0000003c 0007 000a 03 63 2e 64 00");
        assertThat(answer.records()).containsExactly(new Other("000a03632e6400"));
    }

    @Test
    void aliasToSuchANameIsAFailure() throws IOException {
        DnsAnswer answer = read(HEAD + "0161 0162 00 0005 0001 0000003c 0005 03 63 2e 64 00");
        assertThat(answer.status()).isEqualTo(Status.SERVER_FAILURE);
    }

    @Test
    void recordOfAnotherNameOrClassIsNoAnswer() throws IOException {
        assertThat(read(HEAD + "0178 0162 00 000f 0001 0000003c 0005 000a 0163 00").status())
                .isEqualTo(Status.NO_DATA);
        assertThat(read(HEAD + "0161 0162 00 000f 0003 0000003c 0005 000a 0163 00").status())
                .isEqualTo(Status.NO_DATA);
    }

    @Test
    void ownerIsFoundInAnyCase() throws IOException {
        assertThat(read(HEAD + "0141 0142 00 000f 0001 0000003c 0005 000a 0163 00").status())
                .isEqualTo(Status.FOUND);
    }

    @Test
    void anyOctetsAreReadOrRefused() {
        byte[] good = bytes(HEAD + OWNER_MX + "0000003c 0005 000a 0163 00");
        SplittableRandom random = new SplittableRandom(7);
        int read = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = good.clone();
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Message message;
            try {
                message = new Message(ByteBuffer.wrap(bytes));
            } catch (IOException | RuntimeException refused) {
                // As DnsExchange has it: a broken answer.
                continue;
            }
            AnswerReader.read(message, NAME, RecordType.MX, List.of(), Long.MAX_VALUE);
            read++;
        }
        assertThat(read).isGreaterThan(10_000);
    }

    private static DnsAnswer read(String hex) throws IOException {
        Message message = new Message(ByteBuffer.wrap(bytes(hex)));
        var reading = AnswerReader.read(message, NAME, RecordType.MX, List.of(), Long.MAX_VALUE);
        return ((AnswerReader.Complete) reading).answer();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
