package org.mailvane.reports.mail;

import java.util.List;
import java.util.Locale;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.BodyDescriptorBuilder;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.NameValuePair;
import org.apache.james.mime4j.stream.RawBody;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.stream.RawFieldParser;
import org.jspecify.annotations.Nullable;

/**
 * Collects the {@code Content-*} fields of one header for mime4j, which asks it how to go on.
 *
 * <p>Used in place of mime4j's own builder because receivers write {@code ContentType}, give file
 * names in every encoding there is, and name multiparts without a boundary. The first field of a
 * name counts.
 */
final class PartHeaderBuilder implements BodyDescriptorBuilder {

    private static final String DEFAULT_TYPE = "text/plain";
    private static final String DEFAULT_ENCODING = "7bit";

    /** The boundary of a multipart that names none: nothing is between its parts by that name. */
    private static final String MADE_UP = "=_none of the mail's own_=";

    /** The header of a multipart that has no parts. */
    static final PartHeader SINGLE =
            new PartHeader(DEFAULT_TYPE, null, DEFAULT_ENCODING, null, null);

    private final @Nullable MailHeader mail;

    private @Nullable RawBody type;
    private @Nullable RawBody disposition;
    private @Nullable String encoding;

    private PartHeaderBuilder(@Nullable MailHeader mail) {
        this.mail = mail;
    }

    /** Whether a multipart does not say what is between its parts. */
    static boolean isMadeUp(PartHeader header) {
        return MADE_UP.equals(header.boundary());
    }

    /** For the header of a mail, of which some further fields are kept. */
    static PartHeaderBuilder ofMail() {
        return new PartHeaderBuilder(new MailHeader());
    }

    /** Returns the collected header fields of the mail. */
    MailHeader mailHeader() {
        return mail == null ? MailHeader.EMPTY : mail;
    }

    @Override
    public void reset() {
        type = null;
        disposition = null;
        encoding = null;
    }

    @Override
    public BodyDescriptorBuilder newChild() {
        return new PartHeaderBuilder(null);
    }

    @Override
    public @Nullable Field addField(RawField field) {
        String name = field.getName();
        if (mail != null) {
            mail.add(name, field);
        }
        if (name.length() < 11 || !name.regionMatches(true, 0, "content", 0, 7)) {
            return null;
        }
        switch (name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "")) {
            case "contenttype" -> type = type == null ? parse(field) : type;
            case "contentdisposition" ->
                    disposition = disposition == null ? parse(field) : disposition;
            case "contenttransferencoding" ->
                    encoding = encoding == null ? parse(field).getValue() : encoding;
            default -> {}
        }
        return null;
    }

    private static RawBody parse(RawField field) {
        return RawFieldParser.DEFAULT.parseRawBody(field);
    }

    @Override
    public BodyDescriptor build() {
        List<NameValuePair> typed = type == null ? List.of() : type.getParams();
        List<NameValuePair> disposed = disposition == null ? List.of() : disposition.getParams();
        String mimeType = lower(type == null ? null : type.getValue(), DEFAULT_TYPE);
        String boundary = Parameters.find(typed, "boundary");
        if (mimeType.indexOf('/') <= 0) {
            mimeType = DEFAULT_TYPE;
        } else if (mimeType.startsWith("multipart/") && (boundary == null || boundary.isEmpty())) {
            boundary = MADE_UP;
        }
        String fileName = Parameters.find(disposed, "filename");
        if (fileName == null) {
            fileName = Parameters.find(typed, "name");
        }
        String reportType = Parameters.find(typed, "report-type");
        return new PartHeader(
                mimeType,
                boundary,
                lower(encoding, DEFAULT_ENCODING),
                fileName,
                reportType == null ? null : lower(reportType, ""));
    }

    private static String lower(@Nullable String value, String otherwise) {
        return value == null || value.isBlank()
                ? otherwise
                : value.strip().toLowerCase(Locale.ROOT);
    }
}
