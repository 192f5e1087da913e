package org.mailvane.reports.mail;

import java.io.IOException;
import java.io.InputStream;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.MimeIOException;
import org.apache.james.mime4j.io.MaxHeaderLengthLimitException;
import org.apache.james.mime4j.io.MaxHeaderLimitException;
import org.apache.james.mime4j.io.MaxLineLimitException;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.LimitExceeded;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;

/**
 * Streams through one mail (RFC 5322, RFC 2045) and passes on its parts, decoded.
 *
 * <p>A mail inside the mail is passed on as a part like any other: what its bytes are, and whether
 * they are to be read, is the handler's decision.
 */
public final class MailReader {

    /** Receives the parts of a mail, in their order. */
    public interface PartHandler {

        /** The header of the mail itself, before all its parts. */
        void mail(MailHeader header);

        /** A multipart begins; its parts follow. */
        void multipart(PartHeader header);

        /**
         * A part that holds no parts.
         *
         * @param header what it says about itself
         * @param body its bytes, decoded from base64 or quoted-printable; valid during this call,
         *     need not be read to its end
         */
        void part(PartHeader header, InputStream body) throws IOException;

        /** Reports that the last part has bytes, but none of them could be decoded. */
        void undecodable(PartHeader header);
    }

    private static final MimeConfig CONFIG =
            new MimeConfig.Builder()
                    .setMaxHeaderLen(Limits.MAIL_HEADER_LENGTH)
                    .setMaxLineLen(Limits.MAIL_HEADER_LENGTH)
                    .setMaxHeaderCount(Limits.MAIL_HEADERS)
                    // These are counted by Budget, which says what was too much.
                    .setMaxTotalHeaderCount(-1)
                    .setMaxTotalHeaderLen(-1)
                    .setMaxPartCount(-1)
                    .setMaxNestingDepth(-1)
                    .setMaxContentLen(-1)
                    .build();

    private MailReader() {}

    /**
     * Reads a mail to its end, or to where it can't be followed any more.
     *
     * @param mail its bytes; not closed
     * @param budget is spent by each part
     * @throws LimitExceeded where the mail or the handler crosses a bound
     */
    public static void read(InputStream mail, Budget budget, PartHandler handler)
            throws IOException {
        read(mail, budget, handler, 0);
    }

    /**
     * Reads a mail, or parts of one.
     *
     * @param above multiparts around the parts; 0 of a mail
     */
    private static void read(InputStream mail, Budget budget, PartHandler handler, int above)
            throws IOException {
        PartHeaderBuilder builder = PartHeaderBuilder.ofMail();
        MimeTokenStream tokens = new MimeTokenStream(CONFIG, builder);
        tokens.setRecursionMode(RecursionMode.M_NO_RECURSE);
        tokens.parse(mail);
        int depth = above;
        boolean begun = above > 0;
        while (tokens.getState() != EntityState.T_END_OF_STREAM) {
            switch (tokens.getState()) {
                case T_END_HEADER -> {
                    if (!begun) {
                        begun = true;
                        handler.mail(builder.mailHeader());
                    }
                }
                case T_START_MULTIPART -> {
                    depth++;
                    checkDepth(depth);
                    budget.part();
                    handler.multipart(header(tokens));
                }
                case T_PREAMBLE, T_EPILOGUE -> undelimited(tokens, budget, handler, depth);
                case T_END_MULTIPART -> depth--;
                case T_BODY -> {
                    budget.part();
                    PartHeader header = header(tokens);
                    PartBody body = PartBody.of(tokens.getInputStream(), header.transferEncoding());
                    handler.part(header, body);
                    if (body.isUndecodable()) {
                        handler.undecodable(header);
                    }
                }
                default -> {}
            }
            if (!advance(tokens)) {
                return;
            }
        }
    }

    /** Looks for parts in the text before or after the declared parts. */
    private static void undelimited(
            MimeTokenStream tokens, Budget budget, PartHandler handler, int depth)
            throws IOException {
        Delimiters found = Delimiters.in(tokens.getInputStream());
        InputStream parts = found.parts();
        if (parts != null) {
            read(parts, budget, handler, depth);
        } else if (PartHeaderBuilder.isMadeUp(header(tokens))) {
            budget.part();
            handler.part(PartHeaderBuilder.SINGLE, found.all());
        }
    }

    private static PartHeader header(MimeTokenStream tokens) {
        return (PartHeader) tokens.getBodyDescriptor();
    }

    private static void checkDepth(int depth) throws LimitExceeded {
        if (depth > Limits.MULTIPART_DEPTH) {
            throw LimitExceeded.here(
                    Problem.Reason.TOO_DEEP,
                    Diagnostic.of(DiagnosticCode.LIMIT_MULTIPART_DEPTH)
                            .with(Limits.MULTIPART_DEPTH));
        }
    }

    /** Goes on; false if the mail is too broken for it, which ends it like a cut. */
    private static boolean advance(MimeTokenStream tokens) throws IOException {
        try {
            tokens.next();
            return true;
        } catch (MimeException e) {
            checkCause(e);
        } catch (MimeIOException e) {
            checkCause(e.getCause());
        }
        return false;
    }

    /** Finds bounds and failures to read, which mime4j wraps when they happen inside a header. */
    private static void checkCause(@Nullable Throwable e) throws IOException {
        if (e instanceof MaxHeaderLimitException) {
            throw LimitExceeded.here(
                    Problem.Reason.TOO_MANY_ENTRIES,
                    Diagnostic.of(DiagnosticCode.LIMIT_MAIL_HEADERS).with(Limits.MAIL_HEADERS));
        }
        Throwable cause = e == null ? null : e.getCause();
        if (e instanceof MaxHeaderLengthLimitException || cause instanceof MaxLineLimitException) {
            throw headerTooLong();
        }
        if (cause instanceof IOException failure) {
            throw failure;
        }
    }

    private static LimitExceeded headerTooLong() {
        return LimitExceeded.here(
                Problem.Reason.TOO_LARGE,
                Diagnostic.of(DiagnosticCode.LIMIT_MAIL_HEADER_LENGTH)
                        .with(Limits.MAIL_HEADER_LENGTH));
    }
}
