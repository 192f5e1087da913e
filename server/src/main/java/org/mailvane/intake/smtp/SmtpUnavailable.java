package org.mailvane.intake.smtp;

/** SMTP can't listen where the settings want it. */
public final class SmtpUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1;

    SmtpUnavailable(String host, int port, Exception cause) {
        super(
                "SMTP can't listen on port %d of %s: %s. Choose another address: --smtp-listen HOST:PORT"
                        .formatted(port, host, rootMessage(cause)),
                cause);
    }

    private static String rootMessage(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
