package org.mailvane.intake.files;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.reading.Envelope.Content;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.mail.MailboxSplitter;

/** A mailbox, whose messages come in one by one: each has its own entry, and its own limits. */
public final class Mailbox {

    private static final int HEAD = 64;

    private Mailbox() {}

    /** Receives the messages of a mailbox. */
    @FunctionalInterface
    public interface MessageConsumer {

        /**
         * A message.
         *
         * @param name the mailbox's name and the message's number
         * @param size its bytes
         * @param content gives it
         */
        void accept(String name, long size, Content content) throws IOException;
    }

    /** Whether a file is a mailbox. */
    public static boolean is(ByteSource file) throws IOException {
        try (InputStream input = file.open()) {
            return MailboxSplitter.isMailbox(input.readNBytes(HEAD));
        }
    }

    /** Hands over the messages of a mailbox in their order; answers how many there are. */
    public static int forEach(String name, ByteSource file, MessageConsumer consumer)
            throws IOException {
        try (InputStream input = new BufferedInputStream(file.open())) {
            Numbering numbering = new Numbering(name, consumer);
            MailboxSplitter.split(input, RawMessage.MAX_DEFLATED, numbering);
            return numbering.number;
        }
    }

    private static final class Numbering implements MailboxSplitter.MessageHandler {

        private final String mailbox;
        private final MessageConsumer consumer;
        private int number;

        Numbering(String mailbox, MessageConsumer consumer) {
            this.mailbox = mailbox;
            this.consumer = consumer;
        }

        @Override
        public void message(byte[] message) throws IOException {
            consumer.accept(
                    nextName(),
                    message.length,
                    () -> RawMessage.read(new ByteArrayInputStream(message)));
        }

        @Override
        public void tooLarge(long size) throws IOException {
            consumer.accept(
                    nextName(),
                    0,
                    () -> {
                        throw new RawMessage.TooLarge(RawMessage.MAX_DEFLATED, false);
                    });
        }

        private String nextName() {
            number++;
            return mailbox + " > message " + number;
        }
    }
}
