package org.mailvane.sources.catalogue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.mailvane.sources.classify.Classifier;
import org.springframework.stereotype.Component;

/**
 * The senders that come with the program: what the files in {@code catalogue} say.
 *
 * <p>They are read once, on another thread, which the first one who asks waits for: the start of
 * the program has other things to do meanwhile. Each method throws {@link IllegalStateException}
 * where a file is wrong; the text says where.
 */
@Component
public class Catalogue {

    private record Content(List<CatalogueSender> senders, SenderIndex index, String fingerprint) {}

    /** The same for every context of a JVM, since the files are part of the program. */
    private static final FutureTask<Content> CONTENT = new FutureTask<>(Catalogue::read);

    public Catalogue() {
        if (!CONTENT.isDone()) {
            Thread.ofPlatform().daemon().name("catalogue").start(CONTENT);
        }
    }

    private static Content read() {
        List<CatalogueSender> senders =
                CatalogueReader.bundled().stream()
                        .sorted(Comparator.comparingInt(CatalogueSender::number))
                        .toList();
        return new Content(senders, new SenderIndex(senders), fingerprint(senders));
    }

    /** Returns all senders, by number. */
    public List<CatalogueSender> senders() {
        return content().senders();
    }

    /** Finds senders by what is seen of them. */
    public SenderIndex index() {
        return content().index();
    }

    /** Changes whenever anything does that rows are classified by. */
    public String fingerprint() {
        return content().fingerprint();
    }

    private Content content() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return CONTENT.get();
                } catch (InterruptedException e) {
                    // It is there within a moment, and nobody could go on without it.
                    interrupted = true;
                } catch (ExecutionException e) {
                    Throwable cause = Objects.requireNonNull(e.getCause());
                    throw new IllegalStateException(cause.getMessage(), cause);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Of what {@link Classifier} looks at; names, notes and links may change without it. */
    static String fingerprint(List<CatalogueSender> senders) {
        StringBuilder text = new StringBuilder();
        for (CatalogueSender sender : senders) {
            text.append(sender.number()).append(' ').append(sender.category());
            text.append(sender.relays() ? " relays" : "");
            text.append(sender.mailboxes() ? " mailboxes" : "");
            append(text, "hosts", sender.hosts());
            append(text, "mixed", sender.mixedHosts());
            append(text, "dkim", sender.dkimDomains());
            append(text, "spf", sender.spfDomains());
            append(text, "networks", sender.networks());
            text.append('\n');
        }
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] digest = sha256.digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void append(StringBuilder text, String what, List<?> values) {
        text.append(' ').append(what);
        values.stream().map(Object::toString).sorted().forEach(v -> text.append(' ').append(v));
    }
}
