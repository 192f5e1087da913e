package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.testing.TestDatabases;
import tools.jackson.databind.JsonNode;

/** Own sources and explanations by the command line. */
class SourceCommandTest {

    private static final CommandDatabase COMMANDS = new CommandDatabase(TestDatabases.migrated());

    @BeforeEach
    void oneAccount() throws SQLException {
        COMMANDS.sql("delete from account");
        assertThat(
                        COMMANDS.run(
                                        "account",
                                        "create",
                                        "--name",
                                        "Example",
                                        "--owner",
                                        "ann@example.com")
                                .code())
                .isZero();
    }

    @Test
    @Tag("slow")
    void aSourceIsMadeChangedListedExplainedAndDeleted() {
        CommandRun made =
                COMMANDS.run(
                        "source",
                        "create",
                        "--name",
                        "Till",
                        "--networks",
                        "192.0.2.80/28,2001:db8:1::/48",
                        "--dkim-domains",
                        "*.till.example",
                        "--capable-spf",
                        "false",
                        "--notes-dkim",
                        "Ask Ann.",
                        "--json");
        assertThat(made.code()).as(made.err()).isZero();
        JsonNode source = made.json();
        assertThat(source.get("networks").size()).isEqualTo(2);
        assertThat(source.get("capable_spf").asBoolean()).isFalse();
        String id = String.valueOf(source.get("id").asLong());
        CommandRun explained = COMMANDS.run("explain", "192.0.2.81");
        assertThat(explained.code()).as(explained.err()).isZero();
        assertThat(explained.out())
                .contains("Source    Till", "DMARC capable", "1: one of", "Ask Ann.");
        CommandRun changed = COMMANDS.run("source", "change", id, "--category", "3");
        assertThat(changed.out()).contains("Till  category 3");
        JsonNode list = COMMANDS.run("source", "list", "--json").json();
        assertThat(list.get(0).get("dkim_domains").get(0).asString()).isEqualTo("*.till.example");
        JsonNode json = COMMANDS.run("explain", "192.0.2.81", "--json").json();
        assertThat(json.at("/source/name").asString()).isEqualTo("Till");
        assertThat(json.get("category").asInt()).isEqualTo(3);
        assertThat(COMMANDS.run("source", "delete", id).code()).isZero();
        assertThat(COMMANDS.run("source", "delete", id).err())
                .contains("has no custom source " + id);
        assertThat(COMMANDS.run("source", "list").out()).isEmpty();
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(
            delimiter = '|',
            value = {
                "source create --name x|Nothing would be recognised",
                "source create --name x --networks 10.0.0.0/7|no larger than a network /8",
                "source create --name x --networks y|must be an address or a network",
                "source create --name x --networks 192.0.2.1 --category 4|Invalid category 4: use 1, 2 or 3",
                "explain 192.0.2.256|is not an IPv4 or IPv6 address",
                "explain 192.0.2.1 no_name|is not a domain name",
                "explain 192.0.2.1 other.example|has no domain other.example",
                "source list --account 999999|There is no account 999999"
            })
    void whatCantBeIsSaid(String command, String text) {
        CommandRun run = COMMANDS.run(command.split(" "));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(text);
    }

    @Test
    void theCatalogueIsSearched() {
        JsonNode all = CommandRun.of("source", "catalogue", "--json").json();
        String slug = all.get(0).get("slug").asString();
        CommandRun some = CommandRun.of("source", "catalogue", slug);
        assertThat(some.code()).isZero();
        assertThat(some.out()).contains(all.get(0).get("name").asString());
        assertThat(some.out().lines().count()).isLessThan(all.size());
        assertThat(CommandRun.of("source", "catalogue", "no such sender").out()).isEmpty();
    }
}
