package org.mailvane.sourcedata;

import java.time.Instant;
import org.mailvane.api.Access;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Field;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.reclassify.Reclassification;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of looking again at who has sent. */
@RestController
@RequestMapping(SourceRefreshController.PATH)
class SourceRefreshController {

    static final String PATH = SourceListController.PATH + "/refresh";

    private final Reclassification settling;

    SourceRefreshController(Reclassification settling) {
        this.settling = settling;
    }

    @GetMapping
    @ApiOperation(
            action = "refreshed",
            access = Access.SIGNED_IN,
            summary = "When all source data was last made of all that was known.")
    Body refreshed(Caller caller) {
        // It is the same for all users of an account.
        return new Body(settling.refreshed(caller.scope().wholeAccount()));
    }

    @PostMapping
    @ApiOperation(
            action = "refresh",
            access = Access.SIGNED_IN,
            status = 201,
            summary =
                    "Refreshes all source data in the background. Further requests meanwhile"
                            + " have no effect. When it is done, `refreshed` is later than in this"
                            + " response.")
    Body refresh(Caller caller) {
        Scope account = caller.scope().wholeAccount();
        settling.request(account);
        return new Body(settling.refreshed(account));
    }

    /** The state of an account's source data. */
    record Body(
            @Field(description = "When it was last made of all that was known.")
                    Instant refreshed) {}
}
