package org.mailvane.intake.imap;

import java.time.Duration;
import java.util.List;

/**
 * How long things may take, and how often they are tried.
 *
 * @param connect making a connection
 * @param answer silence of a server that is asked something
 * @param idle how long is waited for news before the mailbox is looked at anyhow: a server may
 *     forget to tell, and may drop who says nothing for 30 minutes (RFC 9051, section 5.4)
 * @param poll the same for a server that tells no news
 * @param lease how long a mailbox is one server's who does not renew that
 * @param pauses between tries that fail; the last one stays
 * @param signInPauses the same when the server does not let us in
 */
record ImapTimes(
        Duration connect,
        Duration answer,
        Duration idle,
        Duration poll,
        Duration lease,
        List<Duration> pauses,
        List<Duration> signInPauses) {

    static final ImapTimes USUAL =
            new ImapTimes(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(60),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(3),
                    List.of(
                            Duration.ofSeconds(2),
                            Duration.ofSeconds(10),
                            Duration.ofSeconds(30),
                            Duration.ofMinutes(1),
                            Duration.ofMinutes(2),
                            Duration.ofMinutes(5)),
                    List.of(
                            Duration.ofMinutes(1),
                            Duration.ofMinutes(5),
                            Duration.ofMinutes(15),
                            Duration.ofMinutes(30)));
}
