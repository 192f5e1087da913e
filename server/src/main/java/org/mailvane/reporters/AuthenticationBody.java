package org.mailvane.reporters;

import org.mailvane.api.binding.Field;

/** What the authentication of a report's mail showed, as the API shows it. */
public record AuthenticationBody(
        @Field(
                        description =
                                "`verified`: the email is authenticated by a domain, or a user imported"
                                        + " the report; `unverified`: the email is not authenticated; `failed`:"
                                        + " the email fails DMARC, and its From domain has a policy of quarantine"
                                        + " or reject.")
                String result,
        @Field(description = "Domain that authenticates the email; empty if there is none.")
                String domain,
        @Field(description = "`dkim`, `spf`, `both`, `none`, or `person`.") String mechanism,
        @Field(description = "Reason code.") String detail) {

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
