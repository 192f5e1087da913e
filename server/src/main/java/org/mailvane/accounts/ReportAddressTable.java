package org.mailvane.accounts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code report_address}. The owner of an address must be found before the account is known,
 * which needs no scope.
 */
@Repository
class ReportAddressTable {

    private final Db db;
    private final SystemDb system;

    ReportAddressTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    List<String> list(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select address from report_address where account_id = :account
                        order by address
                        """)
                .list(row -> row.text("address"));
    }

    /** Those of all accounts. */
    Map<Long, List<String>> all() {
        Map<Long, List<String>> all = new HashMap<>();
        system.sql("select account_id, address from report_address order by address")
                .list(row ->
                        all.computeIfAbsent(row.number("account_id"), id -> new ArrayList<>())
                                .add(row.text("address")));
        return all;
    }

    void insert(Scope scope, String address, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into report_address (address, account_id, added)
                        values (:address, :account, :now)
                        """)
                .param("address", address)
                .param("now", now)
                .update();
    }

    boolean delete(Scope scope, String address) {
        return db.as(scope)
                        .sql(
                                """
                                delete from report_address
                                where account_id = :account and address = :address
                                """)
                        .param("address", address)
                        .update()
                == 1;
    }

    /**
     * Returns the account that receives the reports of an address: the account of the token, that
     * to which the address was added, or the only one.
     *
     * @param address in lower case
     * @param token in lower case; empty if the address contains none
     */
    OptionalLong accountOf(String address, String token) {
        return system.sql(
                        """
                        select account_id from (
                            select 1 as place, account_id from account where account_token = :token
                            union all
                            select 2, account_id from report_address where address = :address
                            union all
                            select 3, min(account_id) from (select account_id from account limit 2) two
                            having count(*) = 1) found
                        order by place limit 1
                        """)
                .param("token", token)
                .param("address", address)
                .optional(row -> OptionalLong.of(row.number("account_id")))
                .orElseGet(OptionalLong::empty);
    }
}
