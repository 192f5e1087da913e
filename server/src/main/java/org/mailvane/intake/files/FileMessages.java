package org.mailvane.intake.files;

import java.io.IOException;
import java.io.InputStream;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.reports.ByteSource;
import org.mailvane.text.Message;

/** A file as what is put into the queue: the mails of a mailbox one by one, any other whole. */
public final class FileMessages {

    private FileMessages() {}

    /** Receives what a file holds. */
    public interface Sink {

        /** A file, or a mail of one that is a mailbox. */
        void message(String name, RawMessage message) throws IOException;

        /** One that is too large to be kept. */
        void tooLarge(String name, Message reason) throws IOException;
    }

    /**
     * Hands over what a file holds.
     *
     * @param name what the file is called
     * @throws IOException when the file can't be read
     */
    public static void read(String name, ByteSource file, Sink sink) throws IOException {
        boolean split =
                Mailbox.is(file)
                        && Mailbox.forEach(
                                        name,
                                        file,
                                        (mail, size, content) -> accept(mail, content::get, sink))
                                > 0;
        if (!split) {
            accept(name, () -> whole(file), sink);
        }
    }

    private interface Content {
        RawMessage get() throws IOException;
    }

    private static void accept(String name, Content content, Sink sink) throws IOException {
        RawMessage message;
        try {
            message = content.get();
        } catch (RawMessage.TooLarge tooLarge) {
            sink.tooLarge(name, tooLarge.reason());
            return;
        }
        sink.message(name, message);
    }

    private static RawMessage whole(ByteSource file) throws IOException {
        try (InputStream input = file.open()) {
            return RawMessage.read(input);
        }
    }
}
