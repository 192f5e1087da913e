package org.mailvane.accounts;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.mailvane.mail.Mail;

/** The mails that people get about their access. */
final class UserMails {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private UserMails() {}

    static Mail activation(String email, String account, String link, Instant expires) {
        return Mail.to(email, "Activate your access to " + account)
                .paragraph(
                        "You were added to the account \"%s\" in Mailvane, with the address %s."
                                .formatted(account, email))
                .paragraph("To get in, activate your access here:")
                .link("Activate my access", link)
                .paragraph(
                        "The link works once, until %s. After that, ask an admin of the account for another."
                                .formatted(TIME.format(expires)))
                .paragraph(
                        "If you do not know what this is about, do nothing: nothing happens then.")
                .mail();
    }

    static Mail reset(String email, String link, Instant expires) {
        return Mail.to(email, "Choose a new password")
                .paragraph("Somebody asked for a new Mailvane password for %s.".formatted(email))
                .paragraph("To choose one, open this link:")
                .link("Choose a new password", link)
                .paragraph("The link works once, until %s.".formatted(TIME.format(expires)))
                .paragraph("If you did not want this, do nothing: your password stays as it is.")
                .mail();
    }

    static Mail confirmation(String oldEmail, String newEmail, String link, Instant expires) {
        return Mail.to(newEmail, "Confirm your email address")
                .paragraph(
                        "The Mailvane user %s is to have this address, %s."
                                .formatted(oldEmail, newEmail))
                .paragraph("To confirm that it is yours, open this link:")
                .link("Confirm this address", link)
                .paragraph(
                        "The link works once, until %s. Until it is used, the old address stays."
                                .formatted(TIME.format(expires)))
                .paragraph(
                        "If you do not know what this is about, do nothing: nothing happens then.")
                .mail();
    }

    static Mail changeAsked(String oldEmail, String newEmail) {
        return Mail.to(oldEmail, "Your email address is to change")
                .paragraph(
                        "Somebody asked to change the address of your Mailvane user from %s to %s."
                                .formatted(oldEmail, newEmail))
                .paragraph("It changes when the new address is confirmed.")
                .paragraph("If that is wrong, tell an admin of your account now.")
                .mail();
    }

    static Mail changed(String oldEmail, String newEmail) {
        return Mail.to(oldEmail, "Your email address was changed")
                .paragraph(
                        "The address of your Mailvane user was changed from %s to %s. This address is no longer used."
                                .formatted(oldEmail, newEmail))
                .paragraph("If that is wrong, tell an admin of your account now.")
                .mail();
    }
}
