package org.mailvane.reports.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailboxSplitterTest {

    private static final String SEPARATOR = "From a@b.example Thu Jan  1 00:00:01 1970\n";

    @Test
    void mailsAreSplitAtSeparators() throws IOException {
        assertThat(split(SEPARATOR + "A: 1\n\ntext\n\n" + SEPARATOR + "B: 2\n\ntext\n"))
                .containsExactly("A: 1\n\ntext\n", "B: 2\n\ntext\n");
    }

    @Test
    void carriageReturnsAreKept() throws IOException {
        assertThat(
                        split(
                                (SEPARATOR + "A: 1\n\ntext\n\n" + SEPARATOR + "B: 2\n")
                                        .replace("\n", "\r\n")))
                .containsExactly("A: 1\r\n\r\ntext\r\n", "B: 2\r\n");
    }

    @Test
    void quotedLinesLoseOneQuote() throws IOException {
        assertThat(split(SEPARATOR + "A: 1\n\n>From here\n>>From there\n> From\n"))
                .containsExactly("A: 1\n\nFrom here\n>From there\n> From\n");
    }

    @Test
    void sentencesAreNoSeparators() throws IOException {
        assertThat(split(SEPARATOR + "A: 1\n\nFrom here on\ntext\n" + SEPARATOR + "more\n"))
                .containsExactly("A: 1\n\nFrom here on\ntext\n" + SEPARATOR + "more\n");
    }

    @Test
    void emptyLinesInsideAMailAreKept() throws IOException {
        assertThat(split(SEPARATOR + "A: 1\n\n\n\nb\n\n\n" + SEPARATOR + "B: 2"))
                .containsExactly("A: 1\n\n\n\nb\n\n", "B: 2");
    }

    @Test
    void linesLongerThanTheBufferAreKeptWhole() throws IOException {
        String line = "x".repeat(200_000) + "From a 1:1";
        assertThat(split("\n" + SEPARATOR + "A: 1\n\n" + line + "\n\n" + SEPARATOR + "B: 2\n"))
                .containsExactly("A: 1\n\n" + line + "\n", "B: 2\n");
    }

    @Test
    void tooLargeMailIsToldAndLeftOut() throws IOException {
        assertThat(split(SEPARATOR + "A: " + "1".repeat(2_000_000) + "\n\n" + SEPARATOR + "B: 2\n"))
                .containsExactly("too large: 2000004", "B: 2\n");
    }

    @Test
    void onlyFromAndABlankBeginAMailbox() {
        assertThat(isMailbox("From a")).isTrue();
        assertThat(isMailbox("\r\n\nFrom a")).isTrue();
        assertThat(isMailbox("From: a")).isFalse();
        assertThat(isMailbox("Fro")).isFalse();
        assertThat(isMailbox("")).isFalse();
    }

    private static boolean isMailbox(String head) {
        return MailboxSplitter.isMailbox(head.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static List<String> split(String mbox) throws IOException {
        List<String> mails = new ArrayList<>();
        InputStream in = new ByteArrayInputStream(mbox.getBytes(StandardCharsets.ISO_8859_1));
        MailboxSplitter.split(
                in,
                1_000_000,
                new MailboxSplitter.MessageHandler() {
                    @Override
                    public void message(byte[] message) {
                        mails.add(new String(message, StandardCharsets.ISO_8859_1));
                    }

                    @Override
                    public void tooLarge(long size) {
                        mails.add("too large: " + size);
                    }
                });
        return mails;
    }
}
