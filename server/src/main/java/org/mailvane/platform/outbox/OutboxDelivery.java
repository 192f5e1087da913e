package org.mailvane.platform.outbox;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Writes mails into a folder, for an installation without a mail server: whoever runs it reads them
 * there. A mail appears whole or not at all, and only its owner may read it.
 */
final class OutboxDelivery implements Delivery {

    /** Characters of the recipient's address in a file's name. */
    private static final int SHOWN = 80;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss'Z'").withZone(ZoneOffset.UTC);

    private static final Pattern NOT_IN_A_NAME = Pattern.compile("[^A-Za-z0-9@._+-]");

    private final Path folder;
    private final MessageForm form;
    private final Session session = Session.getInstance(new Properties());

    OutboxDelivery(Path folder, MessageForm form) {
        this.folder = folder;
        this.form = form;
    }

    @Override
    public void deliver(OutgoingMail mail) throws Failure {
        String name = name(mail);
        Path unfinished = folder.resolve("." + name + ".part");
        try {
            MimeMessage message = form.message(session, mail);
            makeFolder();
            // One that a run which died has begun.
            Files.deleteIfExists(unfinished);
            create(unfinished);
            try (OutputStream out = Files.newOutputStream(unfinished, StandardOpenOption.WRITE)) {
                message.writeTo(out);
            }
            Files.move(
                    unfinished,
                    folder.resolve(name),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new Failure("Can't write to " + folder + ": " + failed, false, failed);
        } catch (MessagingException unusable) {
            throw new Failure("Can't create a message: " + unusable, true, unusable);
        }
    }

    /** When, which, to whom; the number makes it unique, and the same at every try. */
    private static String name(OutgoingMail outgoing) {
        String to = NOT_IN_A_NAME.matcher(outgoing.mail().recipient()).replaceAll("_");
        return "%s-%d-%s.eml"
                .formatted(
                        TIME.format(outgoing.created()),
                        outgoing.id(),
                        to.length() <= SHOWN ? to : to.substring(0, SHOWN));
    }

    private void makeFolder() throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(folder);
        if (hasPermissions(folder)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private void create(Path file) throws IOException {
        if (hasPermissions(folder)) {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    private static boolean hasPermissions(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView("posix");
    }
}
