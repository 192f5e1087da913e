package org.mailvane.intake.smtp;

import java.time.Duration;
import org.mailvane.intake.FreeSpace;

/**
 * What clients may do and for how long, and what their mails may take of this machine.
 *
 * @param clients connections in all; a further one is answered 421
 * @param clientsOfAddress connections of one address. With a mail exchanger or a proxy in front all
 *     come from one, so it is not a small number
 * @param repliesWithoutMail replies that a client gets without delivering a mail: so many commands
 *     of any kind
 * @param unknownRecipients recipients of one connection that are not report addresses
 * @param recipients recipients of one mail (RFC 5321, section 4.5.3.1.8, asks for 100)
 * @param mailBytes bytes of one mail as it is sent
 * @param idle how long a client may send nothing
 * @param command how long a client may take for its next command (RFC 5321, section 4.5.3.2.7, asks
 *     for five minutes)
 * @param withoutMail how long a connection may last without delivering a mail
 * @param mail how long a mail may take
 * @param mailGrace how long a mail may be slower than {@code bytesPerSecond}
 * @param bytesPerSecond how fast it must be on average after that
 * @param write how long a client may take to accept a reply
 * @param memoryBytes bytes of a mail that are kept in memory while it comes; the rest is on disk
 * @param spoolBytes bytes of all mails on disk
 * @param handOverBytes bytes of the mails that are compressed and stored at once, and so in memory
 *     several times
 * @param handOverWait how long a mail that has come waits for its turn
 * @param freeBytes free space of the data directory below which no mail is taken
 * @param ending how long mails that are coming may take when the service ends
 */
record SmtpLimits(
        int clients,
        int clientsOfAddress,
        int repliesWithoutMail,
        int unknownRecipients,
        int recipients,
        int mailBytes,
        Duration idle,
        Duration command,
        Duration withoutMail,
        Duration mail,
        Duration mailGrace,
        long bytesPerSecond,
        Duration write,
        int memoryBytes,
        long spoolBytes,
        int handOverBytes,
        Duration handOverWait,
        long freeBytes,
        Duration ending) {

    /** Those of the service. */
    static final SmtpLimits DEFAULT =
            new SmtpLimits(
                    1_000,
                    600,
                    250,
                    20,
                    100,
                    50 << 20,
                    Duration.ofMinutes(3),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofMinutes(30),
                    Duration.ofMinutes(1),
                    1_000,
                    Duration.ofMinutes(1),
                    64 << 10,
                    4L << 30,
                    64 << 20,
                    Duration.ofSeconds(30),
                    FreeSpace.MINIMUM,
                    Duration.ofSeconds(5));
}
