package org.mailvane.testing;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.mailvane.testing.TestService.Answer;

/** Somebody's browser without scripts: it keeps cookies, and sends forms as pages show them. */
public final class Browser {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final TestService service;
    private final Map<String, String> headers =
            new HashMap<>(Map.of("Accept", "text/html,*/*", "Sec-Fetch-Site", "same-origin"));

    /** Cookies by name, as a test may look at and change them. */
    public final Map<String, String> cookies = new TreeMap<>();

    public Browser(TestService service) {
        this.service = service;
    }

    /** Sends a header with every request from now on. */
    public Browser with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Sends a header no more. */
    public Browser without(String name) {
        headers.remove(name);
        return this;
    }

    public Answer get(String path) {
        return call("GET", path, "");
    }

    /** A page that is there. */
    public Document page(String path) {
        Answer answer = get(path);
        if (answer.status() != 200) {
            throw new AssertionError(path + " " + answer.status() + "\n" + answer.text());
        }
        return Jsoup.parse(answer.text());
    }

    /** Sends fields, names and values in turn, with the token of a form that this browser has. */
    public Answer post(String path, String... fields) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("_csrf", token());
        all.putAll(map(fields));
        return send(path, all);
    }

    /** Sends these fields and no others. */
    public Answer send(String path, Map<String, String> fields) {
        return call(
                "POST",
                path,
                fields.entrySet().stream()
                        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                        .collect(Collectors.joining("&")));
    }

    /** Sends a form of a page, with what it holds, and fields in place of that. */
    public Answer submit(Element form, String here, String... fields) {
        Map<String, String> all = new LinkedHashMap<>();
        for (Element input : form.select("input[name]")) {
            all.put(input.attr("name"), input.attr("value"));
        }
        all.putAll(map(fields));
        return send(form.hasAttr("action") ? form.attr("action") : here, all);
    }

    /** Signs in; fails where that does. */
    public Browser signIn(String email, String password) {
        Answer answer = post("/sign-in", "email", email, "password", password);
        if (answer.status() != 303) {
            throw new AssertionError(answer.status() + "\n" + answer.text());
        }
        return this;
    }

    /** A token that this browser's forms carry. */
    public String token() {
        Answer answer = get("/forgotten");
        return Jsoup.parse(answer.text()).select("input[name=_csrf]").attr("value");
    }

    /** The cookie and the token of a browser's form: what is refused then is something else. */
    public static Map<String, String> formHeaders(TestService service) {
        Browser browser = new Browser(service);
        return Map.of(
                "X-CSRF-TOKEN",
                browser.token(),
                "Cookie",
                "mailvane_visitor=" + browser.cookies.get("mailvane_visitor"));
    }

    /** The same of a form in parts. */
    public static Map<String, String> multipart(TestService service) {
        Map<String, String> all = new HashMap<>(formHeaders(service));
        all.put("Content-Type", "multipart/form-data; boundary=b");
        return all;
    }

    /** Sends a request by any method, with a body and its type where there is one. */
    public Answer send(String method, String path, String type, String body) {
        return call(method, path, body, type.isEmpty() ? Map.of() : Map.of("Content-Type", type));
    }

    private Answer call(String method, String path, String body) {
        return call(
                method,
                path,
                body,
                method.equals("POST") ? Map.of("Content-Type", FORM) : Map.of());
    }

    private Answer call(String method, String path, String body, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(more);
        if (!cookies.isEmpty()) {
            all.put(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        Answer answer = service.call(method, null, path, BodyPublishers.ofString(body), all);
        keep(answer.header("set-cookie"));
        return answer;
    }

    /** Keeps several cookies that follow one another; their dates contain commas too. */
    private void keep(String set) {
        for (String cookie : set.split(", (?=[\\w-]+=)", -1)) {
            if (cookie.isEmpty()) {
                continue;
            }
            String pair = cookie.split(";", 2)[0];
            String name = pair.substring(0, pair.indexOf('='));
            String value = pair.substring(pair.indexOf('=') + 1);
            if (cookie.contains("Max-Age=0")) {
                cookies.remove(name);
            } else {
                cookies.put(name, value);
            }
        }
    }

    private static Map<String, String> map(String... fields) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put(fields[i], fields[i + 1]);
        }
        return map;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
