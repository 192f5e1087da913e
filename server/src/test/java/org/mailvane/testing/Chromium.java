package org.mailvane.testing;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Somebody's real browser: Chromium without a window. It finds no host but this one, and keeps
 * account of what pages load and complain about.
 *
 * <p>To start one takes more than a second of CPU time, so {@link #close} keeps it for the next
 * test of this JVM. What the last visitor left is deleted, so everybody gets a browser as new.
 */
public final class Chromium implements AutoCloseable {

    /** The width of a small telephone, in pixels. */
    public static final int NARROW = 360;

    /** The width of a usual screen, in pixels. */
    public static final int WIDE = 1280;

    private static final int HEIGHT = 800;

    /** Until a script that a test runs has ended. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final List<String> BROWSERS =
            List.of("chromium", "chromium-browser", "google-chrome");

    /** What no two documents of a browser have in common; nothing until one is whole. */
    private static final String DOCUMENT =
            "return document.readyState === 'complete' ? performance.timeOrigin : null";

    private static final JsonMapper JSON = new JsonMapper();

    /** Held, since levels are forgotten with their loggers: it warns of what we do not use. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    /** Browsers that no test uses. They end with this JVM. */
    private static final Queue<ChromeDriver> IDLE = new ConcurrentLinkedQueue<>();

    private final String address;
    private final ChromeDriver driver;

    /** A browser that remembers no visit. */
    public Chromium(TestService service) {
        this(service.address());
    }

    /** As {@link #Chromium(TestService)}, for what is served at an address of this host. */
    public Chromium(String address) {
        this.address = address;
        ChromeDriver idle = IDLE.poll();
        driver = idle == null ? start() : idle;
        width(WIDE);
        dark(false);
    }

    private static ChromeDriver start() {
        SELENIUM.setLevel(Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser().orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                // Root has no sandbox, and containers often give nobody one. Pages are our own.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-extensions",
                // No test goes back to a page that it left; a spare process would end unused.
                "--disable-features=BackForwardCache,SpareRendererForSitePerProcess",
                "--no-first-run",
                "--hide-scrollbars",
                "--lang=en",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        // Only events of the network are read.
        options.setExperimentalOption("perfLoggingPrefs", Map.of("enablePage", false));
        ChromeDriver driver =
                new ChromeDriver(
                        new ChromeDriverService.Builder()
                                .usingDriverExecutable(
                                        program("chromedriver").orElseThrow().toFile())
                                .usingAnyFreePort()
                                .build(),
                        options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        Runtime.getRuntime().addShutdownHook(new Thread(driver::quit));
        return driver;
    }

    /** Whether this machine has what it takes. */
    public static boolean isInstalled() {
        return browser().isPresent() && program("chromedriver").isPresent();
    }

    private static Optional<Path> browser() {
        return BROWSERS.stream().flatMap(name -> program(name).stream()).findFirst();
    }

    private static Optional<Path> program(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * What happened since it was last asked.
     *
     * @param status the HTTP status of the page
     * @param bytes what came over the line, heads included
     * @param wrong what must not be: complaints, what was blocked, and requests to elsewhere
     */
    public record Happened(int status, long bytes, List<String> wrong) {}

    /** Opens a page. */
    public Happened open(String path) {
        happened();
        driver.get(address + path);
        return happened();
    }

    /**
     * Returns what happened since the last time; the status of the page itself is not a complaint.
     */
    public Happened happened() {
        int status = 0;
        long bytes = 0;
        List<String> wrong = new ArrayList<>();
        String here = "";
        Map<String, String> asked = new HashMap<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = JSON.readTree(entry.getMessage()).get("message");
            JsonNode params = message.get("params");
            switch (message.get("method").asString()) {
                case "Network.requestWillBeSent" -> {
                    String url = params.get("request").get("url").asString();
                    asked.put(params.get("requestId").asString(), url);
                    if (!isHere(url)) {
                        wrong.add("leaves this host: " + url);
                    }
                }
                case "Network.responseReceived" -> {
                    if (params.path("type").asString("").equals("Document")) {
                        status = params.get("response").get("status").asInt();
                        here = params.get("response").get("url").asString();
                    }
                }
                case "Network.loadingFinished" -> bytes += params.get("encodedDataLength").asLong();
                case "Network.loadingFailed" -> {
                    if (!params.path("canceled").asBoolean(false)) {
                        wrong.add(
                                params.path("errorText").asString("")
                                        + " "
                                        + params.path("blockedReason").asString("")
                                        + " "
                                        + asked.get(params.get("requestId").asString()));
                    }
                }
                default -> {}
            }
        }
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            String text = entry.getMessage();
            boolean own = status >= 400 && text.startsWith(here + " - Failed to load resource");
            if (!own && entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                wrong.add(text);
            }
        }
        return new Happened(status, bytes, List.copyOf(wrong));
    }

    private static boolean isHere(String url) {
        return url.startsWith("data:")
                || "127.0.0.1".equals(URI.create(url.split("[?#]", 2)[0]).getHost());
    }

    /** Signs in by the form. */
    public Chromium signIn(String email, String password) {
        open("/sign-in");
        find("[name=email]").sendKeys(email);
        find("[name=password]").sendKeys(password);
        follow("form.mv-body button");
        await("document.querySelector('.mv-top') !== null");
        return this;
    }

    /** Clicks on what leads to another page, and waits until that is there. */
    public void follow(String css) {
        leave(() -> find(css).click());
    }

    /**
     * Runs an action that leads to another page, which may be the same one again, and waits until
     * that page has loaded: browsers answer a click before they begin to load.
     */
    public void leave(Runnable doing) {
        Object before = run(DOCUMENT);
        doing.run();
        await("another page", () -> !List.of(before, "").contains(run(DOCUMENT)));
    }

    private static void await(String what, BooleanSupplier condition) {
        Awaiting.until(
                what,
                PATIENCE,
                () -> {
                    try {
                        return condition.getAsBoolean();
                    } catch (WebDriverException betweenPages) {
                        return false;
                    }
                });
    }

    /** Has the browser's clock in a time zone. */
    public void zone(String id) {
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", id));
    }

    /** Presses keys where the focus is. */
    public void press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** The one thing that a selector of CSS finds first; fails where there is none. */
    public WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    /** All that a selector of CSS finds. */
    public List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** Waits until an expression is true in the page; fails where it does not become so. */
    public void await(String expression) {
        await(expression, () -> Boolean.TRUE.equals(run("return " + expression)));
    }

    /** What a script answers: text, numbers, lists and maps of them; empty where it is nothing. */
    public Object run(String script, Object... arguments) {
        Object answer = ((JavascriptExecutor) driver).executeScript(script, arguments);
        return answer == null ? "" : answer;
    }

    /** As {@link #run}, of a script that calls its last argument when it has ended. */
    public Object runLong(String script, Object... arguments) {
        Object answer = ((JavascriptExecutor) driver).executeAsyncScript(script, arguments);
        return answer == null ? "" : answer;
    }

    /** Runs a script in each page that is opened from now on, before the page's own. */
    public void beforeEachPage(String script) {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** Where the browser is, without the host. */
    public String path() {
        return driver.getCurrentUrl().substring(address.length());
    }

    /** The width of the window, in pixels. */
    public void width(int pixels) {
        metrics(pixels, HEIGHT);
    }

    private void metrics(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /**
     * What the system's colours are. Nothing moves, so that no look at a page meets it half-way.
     */
    public void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                feature("prefers-color-scheme", dark ? "dark" : "light"),
                                feature("prefers-reduced-motion", "reduce"))));
    }

    private static Map<String, String> feature(String name, String value) {
        return Map.of("name", name, "value", value);
    }

    /** Whether pages that are opened from now on may run their scripts; a test's own always do. */
    public void scripts(boolean allowed) {
        driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
    }

    /** The whole page at the present width, as PNG. */
    public byte[] picture() {
        long width = (Long) run("return window.innerWidth");
        long height = (Long) run("return document.documentElement.scrollHeight");
        metrics((int) width, (int) height);
        byte[] png = driver.getScreenshotAs(OutputType.BYTES);
        metrics((int) width, HEIGHT);
        return png;
    }

    /** Keeps the browser for the next test; one that does not forget its visitor is ended. */
    @Override
    public void close() {
        try {
            forget();
        } catch (WebDriverException broken) {
            driver.quit();
            throw broken;
        }
        IDLE.add(driver);
    }

    /** What {@link #dark}, {@link #scripts}, {@link #zone} and others set ends with its tab. */
    private void forget() {
        String fresh = driver.switchTo().newWindow(WindowType.TAB).getWindowHandle();
        for (String tab : driver.getWindowHandles()) {
            if (!tab.equals(fresh)) {
                driver.switchTo().window(tab).close();
            }
        }
        driver.switchTo().window(fresh);
        // After the tabs, since their scripts could still write.
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
        driver.executeCdpCommand(
                "Storage.clearDataForOrigin", Map.of("origin", address, "storageTypes", "all"));
        happened();
    }
}
