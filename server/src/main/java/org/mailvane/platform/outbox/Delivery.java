package org.mailvane.platform.outbox;

/** A way on which mail leaves. */
interface Delivery {

    /**
     * Delivers a mail.
     *
     * @throws Failure when it could not
     */
    void deliver(OutgoingMail mail) throws Failure;

    /** A mail was not delivered; the message says why, for an administrator. */
    final class Failure extends Exception {

        private static final long serialVersionUID = 1;

        private final boolean lasting;

        /**
         * A failure.
         *
         * @param lasting whether another try would fail as well
         */
        Failure(String reason, boolean lasting, Throwable cause) {
            super(reason, cause);
            this.lasting = lasting;
        }

        boolean isLasting() {
            return lasting;
        }
    }
}
