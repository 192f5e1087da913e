package org.mailvane.planner;

import java.util.List;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sources of an advice as they are stored. */
final class SenderEvidenceJson {

    private static final JsonMapper JSON = new JsonMapper();

    private SenderEvidenceJson() {}

    static String write(List<SenderEvidence> sources) {
        ArrayNode array = JSON.createArrayNode();
        for (SenderEvidence source : sources) {
            ObjectNode written =
                    array.addObject()
                            .put("number", source.number())
                            .put("name", source.name())
                            .put("slug", source.slug())
                            .put("messages", source.messages())
                            .put("failed", source.failed())
                            .put("in_own_name", source.inOwnName())
                            .put("in_subdomains", source.inSubdomains())
                            .put("longer", source.longer())
                            .put("undecided", source.undecided())
                            .put("blocks", source.blocks());
            source.failingNames().forEach(written.putArray("failing_names")::add);
            source.undecidedAt().forEach(written.putArray("undecided_at")::add);
        }
        return array.toString();
    }

    static List<SenderEvidence> read(String stored) {
        return JSON.readTree(stored)
                .valueStream()
                .map(source ->
                        new SenderEvidence(
                                source.path("number").asInt(),
                                source.path("name").asString(),
                                source.path("slug").asString(),
                                source.path("messages").asLong(),
                                source.path("failed").asLong(),
                                source.path("in_own_name").asBoolean(),
                                source.path("in_subdomains").asBoolean(),
                                texts(source.path("failing_names")),
                                texts(source.path("undecided_at")),
                                source.path("longer").asBoolean(),
                                source.path("undecided").asBoolean(),
                                source.path("blocks").asBoolean()))
                .toList();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
