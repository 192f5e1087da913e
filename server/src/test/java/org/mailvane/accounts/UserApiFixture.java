package org.mailvane.accounts;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** People of a running service, and the requests of tests about users. */
final class UserApiFixture implements AutoCloseable {

    static final String USERS = "/api/v1/users/";

    final People people = new People();

    @Override
    public void close() {
        people.close();
    }

    Answer create(String email) {
        return send("POST", people.owner, USERS, "{\"email\":\"" + email + "\"}");
    }

    Answer send(String method, Person who, String path, String body) {
        return people.service.send(method, who.token(), path, body);
    }

    Answer get(Person who, String path) {
        return people.service.get(who.token(), path);
    }

    String change(String old, String password, String confirm) {
        return "{\"password_old\":\"%s\",\"password\":\"%s\",\"password_confirm\":\"%s\"}"
                .formatted(old, password, confirm);
    }

    BodyPublisher none() {
        return BodyPublishers.noBody();
    }

    List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
