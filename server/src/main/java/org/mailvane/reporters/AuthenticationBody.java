package org.mailvane.reporters;

import org.mailvane.api.Field;

/** What the authentication of a report's mail showed, as the API shows it. */
public record AuthenticationBody(
        @Field(
                        description =
                                "`verified`: a domain vouches for the mail, or a person handed the report"
                                        + " over; `unverified`: nobody does; `failed`: the mail fails DMARC, and"
                                        + " its From domain asks for quarantine or rejection.")
                String result,
        @Field(description = "The domain that vouches for the mail; empty where none does.")
                String domain,
        @Field(description = "`dkim`, `spf`, `both`, `none`, or `person`.") String mechanism,
        @Field(description = "Why it is so, for a program.") String detail) {

    /** Returns the body of an authentication. */
    public static AuthenticationBody of(ReportAuthentication authentication) {
        String domain = authentication.domain();
        return new AuthenticationBody(
                authentication.result().code(),
                domain == null ? "" : domain,
                authentication.mechanism().code(),
                authentication.detail());
    }
}
