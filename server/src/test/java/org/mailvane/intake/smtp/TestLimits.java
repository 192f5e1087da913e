package org.mailvane.intake.smtp;

import java.time.Duration;

/** The service's limits, of which a test makes some smaller. */
final class TestLimits {

    int clients = SmtpLimits.DEFAULT.clients();
    int clientsOfAddress = SmtpLimits.DEFAULT.clientsOfAddress();
    int repliesWithoutMail = SmtpLimits.DEFAULT.repliesWithoutMail();
    int mailBytes = SmtpLimits.DEFAULT.mailBytes();
    Duration idle = SmtpLimits.DEFAULT.idle();

    /** None: a test's time does not move while mails might still come. */
    Duration ending = Duration.ZERO;

    int memoryBytes = SmtpLimits.DEFAULT.memoryBytes();
    long spoolBytes = SmtpLimits.DEFAULT.spoolBytes();
    int handOverBytes = SmtpLimits.DEFAULT.handOverBytes();
    Duration handOverWait = SmtpLimits.DEFAULT.handOverWait();

    SmtpLimits build() {
        SmtpLimits usual = SmtpLimits.DEFAULT;
        return new SmtpLimits(
                clients,
                clientsOfAddress,
                repliesWithoutMail,
                usual.unknownRecipients(),
                usual.recipients(),
                mailBytes,
                idle,
                usual.command(),
                usual.withoutMail(),
                usual.mail(),
                usual.mailGrace(),
                usual.bytesPerSecond(),
                usual.write(),
                memoryBytes,
                spoolBytes,
                handOverBytes,
                handOverWait,
                usual.freeBytes(),
                ending);
    }
}
