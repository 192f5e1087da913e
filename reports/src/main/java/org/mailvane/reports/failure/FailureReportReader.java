package org.mailvane.reports.failure;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.ContentHash;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.Values;
import org.mailvane.reports.failure.FailureReport.Carrier;
import org.mailvane.reports.failure.FailureReport.HeaderField;
import org.mailvane.reports.failure.FailureReport.Sample;
import org.mailvane.reports.failure.FieldValues.Source;
import org.mailvane.reports.mail.EncodedWords;
import org.mailvane.reports.mail.HeaderText;
import org.mailvane.reports.mail.MailDate;
import org.mailvane.reports.mail.MailHeader;

/**
 * Reads one failure report from the parts of the mail that carries it, in whatever order they come:
 * RFC 5965, RFC 6591, RFC 6692, RFC 7489 (section 7.3), RFC 9991, and what the field makes of them.
 *
 * <p>Nothing in a report is required: what is absent gets its default, what can't be read is left
 * out with a remark. The first part of each kind counts, and fields come before texts for people.
 */
public final class FailureReportReader {

    /** The default for a report that does not say what failed: these reports are about DMARC. */
    private static final String DEFAULT_AUTH_FAILURE = "dmarc";

    private final String path;
    private final MailHeader carrier;
    private final Remarks remarks = new Remarks();
    private final FeedbackFields fields = new FeedbackFields();
    private final FeedbackFields ofText = new FeedbackFields();
    private @Nullable Sample sample;
    private boolean textRead;

    /**
     * Creates a reader for one report.
     *
     * @param path the position of the mail in the input
     * @param carrier the header of the mail
     */
    public FailureReportReader(String path, MailHeader carrier) {
        this.path = path;
        this.carrier = carrier;
    }

    /** Reads the feedback report (RFC 5965, section 3), decoded. */
    public void fields(InputStream part) throws IOException {
        fields.read(new LineReader(part), remarks);
    }

    /** Reads a text for people that takes the place of a feedback report. */
    public void text(InputStream part) throws IOException {
        if (!textRead) {
            textRead = true;
            Sample shown = TextReport.read(new LineReader(part), ofText, remarks);
            sample = sample == null ? shown : sample;
        }
    }

    /**
     * Reads the mail that failed, or its header.
     *
     * @param headersOnly whether the part says that it has no body
     */
    public void sample(InputStream part, boolean headersOnly) throws IOException {
        if (sample == null) {
            sample = SampleReader.read(new LineReader(part), headersOnly, remarks);
        }
    }

    /** Whether the feedback report was read. */
    public boolean hasFields() {
        return fields.wereRead();
    }

    /** Whether the mail that failed was read. */
    public boolean hasSample() {
        return sample != null;
    }

    /** The report, made of what was read. */
    public FailureReport report() {
        Sample shown = sample == null ? Sample.NONE : sample;
        if (shown.headers().isEmpty()) {
            remarks.add("sample.missing", Diagnostic.of(DiagnosticCode.SAMPLE_MISSING));
        }
        noteWhatIsMissing();
        String mailFrom = FieldValues.address(first("original-mail-from"));
        Source source = source();
        FailureReport read =
                new FailureReport(
                        path,
                        carrier(),
                        text(EncodedWords.decode(first("user-agent"))),
                        authFailure(),
                        FieldValues.words(all("identity-alignment"), remarks),
                        text(
                                HeaderText.withoutComments(first("delivery-result"))
                                        .toLowerCase(Locale.ROOT)),
                        mailFrom,
                        FieldValues.addresses(all("original-rcpt-to"), remarks),
                        FieldValues.address(first("original-envelope-id")),
                        arrivalDate(),
                        source == null ? null : source.address(),
                        sourcePort(source),
                        reportedDomains(shown, mailFrom),
                        FieldValues.addresses(all("reported-uri"), remarks),
                        FieldValues.texts(all("authentication-results"), remarks),
                        FieldValues.hostName(first("dkim-domain"), remarks),
                        text(first("dkim-identity")),
                        text(first("dkim-selector")),
                        FieldValues.texts(all("spf-dns"), remarks),
                        incidents(),
                        shown,
                        "",
                        List.of());
        return finished(read);
    }

    private List<String> all(String name) {
        List<String> said = fields.all(name);
        return said.isEmpty() ? ofText.all(name) : said;
    }

    private String first(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? "" : all.getFirst();
    }

    private String text(String value) {
        return FieldValues.text(HeaderText.singleBlanks(value), remarks);
    }

    private void noteWhatIsMissing() {
        if (!hasFields()) {
            remarks.add("feedback.text", Diagnostic.of(DiagnosticCode.FAILURE_OF_TEXT));
        } else if (fields.all("feedback-type").isEmpty()) {
            remarks.add(
                    "feedback.type",
                    Diagnostic.of(DiagnosticCode.FIELD_MISSING).with("Feedback-Type"));
        }
    }

    private Carrier carrier() {
        MailDate date = MailDate.parse(carrier.date());
        return new Carrier(
                decoded(carrier.from()),
                decoded(carrier.to()),
                decoded(carrier.subject()),
                FieldValues.address(carrier.messageId()),
                date == null ? null : date.instant());
    }

    private static String decoded(String value) {
        return HeaderText.cut(
                HeaderText.singleBlanks(EncodedWords.decode(value)), Limits.TEXT_LENGTH);
    }

    private List<String> authFailure() {
        List<String> words = FieldValues.words(all("auth-failure"), remarks);
        if (words.isEmpty()) {
            if (hasFields()) {
                remarks.add(
                        "feedback.auth_failure",
                        Diagnostic.of(DiagnosticCode.FIELD_TAKEN_FROM)
                                .with("Auth-Failure")
                                .with(DEFAULT_AUTH_FAILURE));
            }
            return List.of(DEFAULT_AUTH_FAILURE);
        }
        return words;
    }

    /** RFC 5965, section 3.2, knows the older name Received-Date. */
    private @Nullable Instant arrivalDate() {
        String text = first("arrival-date");
        if (text.isEmpty()) {
            text = first("received-date");
        }
        if (text.isEmpty()) {
            return null;
        }
        MailDate date = MailDate.parse(text);
        if (date == null) {
            remarks.add(
                    "feedback.arrival_date",
                    Diagnostic.of(DiagnosticCode.FIELD_UNREADABLE)
                            .with("Arrival-Date")
                            .quoting(text));
            return null;
        }
        if (date.assumed()) {
            remarks.add(
                    "feedback.arrival_date_form",
                    Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                            .with("Arrival-Date")
                            .quoting(text)
                            .with(date.instant()));
        }
        return date.instant();
    }

    private @Nullable Source source() {
        for (String value : all("source-ip")) {
            Source source = FieldValues.source(value, remarks);
            if (source != null) {
                return source;
            }
        }
        return null;
    }

    private @Nullable Integer sourcePort(@Nullable Source source) {
        String text = HeaderText.withoutComments(first("source-port"));
        if (text.isEmpty()) {
            return source == null ? null : source.port();
        }
        Integer port = FieldValues.port(text);
        if (port == null) {
            remarks.add(
                    "feedback.source_port",
                    Diagnostic.of(DiagnosticCode.FAILURE_SOURCE_PORT).quoting(text));
        }
        return port;
    }

    private List<String> reportedDomains(Sample shown, String mailFrom) {
        List<String> named = FieldValues.hostNames(all("reported-domain"), remarks);
        if (!named.isEmpty()) {
            return named;
        }
        String domain = MailAddress.domain(shown.first("From"), remarks);
        if (domain.isEmpty()) {
            domain = MailAddress.domain(mailFrom, remarks);
        }
        if (domain.isEmpty()) {
            remarks.add("feedback.no_domain", Diagnostic.of(DiagnosticCode.FAILURE_NO_DOMAIN));
            return List.of();
        }
        remarks.add(
                "feedback.domain_of_sample",
                Diagnostic.of(DiagnosticCode.FAILURE_DOMAIN_OF_SAMPLE).with(domain));
        return List.of(domain);
    }

    private long incidents() {
        String text = HeaderText.withoutComments(first("incidents"));
        if (text.isEmpty()) {
            return 1;
        }
        boolean digits = text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        long number = digits ? Long.parseLong(text) : 0;
        if (number < 1 || number > Values.MAX_COUNT) {
            remarks.add(
                    "feedback.incidents",
                    Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                            .with("Incidents")
                            .quoting(text)
                            .with(1));
            return 1;
        }
        return number;
    }

    private FailureReport finished(FailureReport read) {
        return new FailureReport(
                read.path(),
                read.carrier(),
                read.userAgent(),
                read.authFailure(),
                read.identityAlignment(),
                read.deliveryResult(),
                read.originalMailFrom(),
                read.originalRcptTo(),
                read.originalEnvelopeId(),
                read.arrivalDate(),
                read.sourceIp(),
                read.sourcePort(),
                read.reportedDomains(),
                read.reportedUris(),
                read.authenticationResults(),
                read.dkimDomain(),
                read.dkimIdentity(),
                read.dkimSelector(),
                read.spfDns(),
                read.incidents(),
                read.sample(),
                hash(read),
                remarks.list());
    }

    private static String hash(FailureReport report) {
        ContentHash hash = new ContentHash();
        hash.add(report.userAgent());
        add(hash, report.authFailure());
        add(hash, report.identityAlignment());
        hash.add(report.deliveryResult());
        hash.add(report.originalMailFrom());
        add(hash, report.originalRcptTo());
        hash.add(report.originalEnvelopeId());
        Instant arrival = report.arrivalDate();
        hash.add(arrival == null ? Long.MIN_VALUE : arrival.getEpochSecond());
        InetAddress sourceIp = report.sourceIp();
        if (sourceIp == null) {
            hash.add((String) null);
        } else {
            hash.add(sourceIp);
        }
        Integer sourcePort = report.sourcePort();
        hash.add(sourcePort == null ? -1L : sourcePort);
        add(hash, report.reportedDomains());
        add(hash, report.reportedUris());
        add(hash, report.authenticationResults());
        hash.add(report.dkimDomain());
        hash.add(report.dkimIdentity());
        hash.add(report.dkimSelector());
        add(hash, report.spfDns());
        hash.add(report.incidents());
        hash.add(report.sample().headers().size());
        for (HeaderField field : report.sample().headers()) {
            hash.add(field.name());
            hash.add(field.value());
        }
        return hash.hex();
    }

    private static void add(ContentHash hash, List<String> texts) {
        hash.add(texts.size());
        texts.forEach(hash::add);
    }
}
