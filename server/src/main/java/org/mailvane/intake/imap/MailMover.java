package org.mailvane.intake.imap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves mails to another mailbox of their server: by MOVE (RFC 6851), or by copying them and taking
 * away those that have arrived (RFC 4315). What the server says is compared with what it has then.
 */
final class MailMover {

    /** RFC 4315, section 3: what was copied, and as what. */
    private static final Pattern COPIED =
            Pattern.compile(
                    "\\[COPYUID \\d{1,10} " + ImapSession.SET + " " + ImapSession.SET + "]",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern COUNTED =
            Pattern.compile("\\* STATUS .*\\(MESSAGES (\\d{1,10})\\)", Pattern.CASE_INSENSITIVE);

    private static final Logger log = LoggerFactory.getLogger(MailMover.class);

    private final ImapSession session;
    private final ImapNames names;

    /** Whether the server has refused to move mails, so that they are copied. */
    private boolean moveRefused;

    MailMover(ImapSession session, ImapNames names) {
        this.session = session;
        this.names = names;
    }

    /**
     * What became of moving mails.
     *
     * @param again those for which it may be tried again
     * @param problem what went wrong; empty where nothing did
     */
    record Moved(UidSet again, Passage problem) {}

    /** As {@link ImapSession#move}. */
    Moved move(UidSet mails, String folder) throws IOException {
        String target = target(folder);
        if (ImapNames.isSame(target, session.selected())) {
            throw new CommandRefused(
                    Message.of("imports.imap.move_to_itself").with("mailbox", target));
        }
        if (!isMoved(mails, target)) {
            Passage problem = copyAndTakeAway(mails, target);
            if (!problem.isEmpty()) {
                // To try it again would make one more copy each time.
                return new Moved(UidSet.NONE, problem);
            }
        }
        UidSet there = session.found(mails, "");
        return new Moved(
                there,
                there.isEmpty()
                        ? Passage.EMPTY
                        : Passage.of(
                                Message.of("imports.imap.not_moved")
                                        .with("mails", there.toString())));
    }

    /** RFC 6851; false where the server can't, but can copy without a doubt about which. */
    private boolean isMoved(UidSet mails, String target) throws IOException {
        if (!session.can("MOVE") || moveRefused) {
            return false;
        }
        try {
            session.command("UID MOVE " + mails + " " + names.quoted(target), line -> {});
            return true;
        } catch (CommandRefused refused) {
            if (!session.can("UIDPLUS")) {
                throw refused;
            }
            moveRefused = true;
            return false;
        }
    }

    /** RFC 4315: takes away what was copied, and nothing else. Answers what went wrong. */
    private Passage copyAndTakeAway(UidSet mails, String target) throws IOException {
        OptionalLong before = count(target);
        String completion =
                session.command("UID COPY " + mails + " " + names.quoted(target), line -> {});
        Matcher copies = COPIED.matcher(completion);
        UidSet copied = copies.find() ? copied(copies).and(mails) : arrived(mails, target, before);
        if (copied.isEmpty()) {
            return Passage.of(Message.of("imports.imap.copied_unknown"));
        }
        try {
            session.command("UID STORE " + copied + " +FLAGS.SILENT (\\Deleted)", line -> {});
            session.command("UID EXPUNGE " + copied, line -> {});
            return Passage.EMPTY;
        } catch (CommandRefused refused) {
            return Passage.of(Message.of("imports.imap.copied_only"), refused.problem());
        }
    }

    /** Each mail has a copy, or it is not known which have. */
    private static UidSet copied(Matcher copies) {
        UidSet from = UidSet.parse(copies.group(1));
        return from.count() == UidSet.parse(copies.group(2)).count() ? from : UidSet.NONE;
    }

    /**
     * Of a server that does not name the copies, all have arrived or none (RFC 3501, section
     * 6.4.7): none if the mailbox has not grown by as many.
     */
    private UidSet arrived(UidSet mails, String target, OptionalLong before) throws IOException {
        OptionalLong after = count(target);
        boolean known = before.isPresent() && after.isPresent();
        long grown = after.orElse(0) - before.orElse(0);
        return known && grown < session.found(mails, "").count() ? UidSet.NONE : mails;
    }

    /** Returns how many mails another mailbox has; empty where the server does not say. */
    private OptionalLong count(String target) throws IOException {
        List<Long> counts = new ArrayList<>();
        try {
            session.command(
                    "STATUS " + names.quoted(target) + " (MESSAGES)",
                    line -> {
                        Matcher count = COUNTED.matcher(line);
                        if (count.lookingAt()) {
                            counts.add(Long.parseLong(count.group(1)));
                        }
                    });
        } catch (CommandRefused refused) {
            return OptionalLong.empty();
        }
        return counts.stream().mapToLong(Long::longValue).findFirst();
    }

    /** Returns the mailbox to which mails are moved, by the server's name. */
    private String target(String folder) throws IOException {
        for (String name : names.of(folder)) {
            if (isListed(name)) {
                return name;
            }
        }
        CommandRefused first = null;
        for (String name : names.ofNew(folder)) {
            try {
                session.command("CREATE " + names.quoted(name), line -> {});
                return name;
            } catch (CommandRefused refused) {
                if (refused.hasResponseCode("ALREADYEXISTS")) {
                    // RFC 5530: it is there, and not listed.
                    return name;
                }
                first = first == null ? refused : first;
            }
        }
        // It may be there without being listed.
        log.debug("{} can't be made", folder, first);
        return names.ofNew(folder).getFirst();
    }

    private boolean isListed(String name) throws IOException {
        boolean[] listed = new boolean[1];
        try {
            session.command(
                    "LIST \"\" " + names.quoted(name),
                    line -> listed[0] |= names.isListed(line, name));
        } catch (CommandRefused refused) {
            return false;
        }
        return listed[0];
    }
}
