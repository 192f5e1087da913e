package org.mailvane.intake.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.authentication.LateMails.Authenticated;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.reporters.ReportAuthentication;

class LateMailsTest {

    private final LateMails mails = new LateMails(new Signal());

    private CompletableFuture<ReportAuthentication> take(long entry) {
        CompletableFuture<ReportAuthentication> authentication = new CompletableFuture<>();
        assertThat(mails.take(entry, authentication)).isEqualTo(!authentication.isCancelled());
        return authentication;
    }

    @Test
    void mailIsHandedOutOnceWhenItIsAuthenticated() {
        CompletableFuture<ReportAuthentication> authentication = take(1);
        assertThat(mails.takeAuthenticated()).isEmpty();
        authentication.complete(ReportAuthentication.NONE);
        assertThat(mails.takeAuthenticated())
                .containsExactly(new Authenticated(1, ReportAuthentication.NONE));
        assertThat(mails.takeAuthenticated()).isEmpty();
    }

    @Test
    void onlySoManyAreWaitedFor() {
        for (int i = 0; i < LateMails.MAX_MAILS; i++) {
            assertThat(take(i)).isNotCancelled();
        }
        assertThat(take(LateMails.MAX_MAILS)).isCancelled();
    }

    @Test
    void whatIsForgottenIsCancelled() {
        CompletableFuture<ReportAuthentication> authentication = take(1);
        mails.forget();
        assertThat(authentication).isCancelled();
        assertThat(mails.takeAuthenticated()).isEmpty();
    }
}
