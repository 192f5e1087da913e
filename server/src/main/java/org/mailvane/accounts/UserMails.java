package org.mailvane.accounts;

import com.ibm.icu.text.MessageFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;
import java.util.stream.Stream;
import org.mailvane.platform.outbox.Mail;
import org.mailvane.text.Language;

/**
 * The mails that people get about their access, in one language. All texts are in the bundles
 * {@code mails}, in ICU's message format.
 */
final class UserMails {

    static final String BUNDLE = "org.mailvane.accounts.mails";

    private static final Control NO_FALLBACK =
            Control.getNoFallbackControl(Control.FORMAT_PROPERTIES);

    private final Language language;
    private final ResourceBundle bundle;

    UserMails(Language language) {
        this.language = language;
        this.bundle = ResourceBundle.getBundle(BUNDLE, language.locale(), NO_FALLBACK);
    }

    Mail activation(String email, String account, String link, Instant expires) {
        return to(email, "activation.subject", account)
                .paragraph(of("activation.added", account, email))
                .paragraph(of("activation.do"))
                .link(of("activation.link"), link)
                .paragraph(of("activation.until", time(expires)))
                .paragraph(of("unknown"))
                .mail();
    }

    Mail reset(String email, String link, Instant expires) {
        return to(email, "reset.subject")
                .paragraph(of("reset.asked", email))
                .paragraph(of("reset.do"))
                .link(of("reset.link"), link)
                .paragraph(of("reset.until", time(expires)))
                .paragraph(of("reset.unwanted"))
                .mail();
    }

    Mail confirmation(String oldEmail, String newEmail, String link, Instant expires) {
        return to(newEmail, "confirmation.subject")
                .paragraph(of("confirmation.asked", oldEmail, newEmail))
                .paragraph(of("confirmation.do"))
                .link(of("confirmation.link"), link)
                .paragraph(of("confirmation.until", time(expires)))
                .paragraph(of("unknown"))
                .mail();
    }

    Mail changeAsked(String oldEmail, String newEmail) {
        return to(oldEmail, "change-asked.subject")
                .paragraph(of("change-asked.text", oldEmail, newEmail))
                .paragraph(of("change-asked.when"))
                .paragraph(of("wrong"))
                .mail();
    }

    Mail changed(String oldEmail, String newEmail) {
        return to(oldEmail, "changed.subject")
                .paragraph(of("changed.text", oldEmail, newEmail))
                .paragraph(of("wrong"))
                .mail();
    }

    /**
     * What was changed, when, and what to do if it was not them.
     *
     * @param more what else the text tells
     */
    Mail notice(String email, SecurityNotice notice, Instant time, Object... more) {
        Object[] values = Stream.concat(Stream.of(email, time(time)), Stream.of(more)).toArray();
        return to(email, notice.key() + ".subject")
                .paragraph(of(notice.key() + ".text", values))
                .paragraph(of(notice.key() + ".wrong"))
                .mail();
    }

    private Mail.Draft to(String recipient, String subject, Object... values) {
        return Mail.to(recipient, of(subject, values)).language(language.locale());
    }

    private String time(Instant time) {
        return DateTimeFormatter.ofPattern(of("time"), language.locale())
                .withZone(ZoneOffset.UTC)
                .format(time);
    }

    /** Returns a text; without values it is used unchanged. */
    private String of(String key, Object... values) {
        String text = bundle.getString(key);
        return values.length == 0
                ? text
                : new MessageFormat(text, language.locale()).format(values);
    }
}
