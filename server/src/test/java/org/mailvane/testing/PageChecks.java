package org.mailvane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.mailvane.testing.Chromium.Happened;
import org.openqa.selenium.WebElement;

/** What every page has to stand in a real browser, whatever it shows. */
public final class PageChecks {

    /** Looks for what breaks WCAG 2.2, levels A and AA. */
    private static final String AXE = read("/axe.min.js");

    private static final String RUN_AXE =
            """
            const done = arguments[arguments.length - 1];
            axe.run(arguments.length > 1 ? arguments[0] : document, {
              resultTypes: ['violations'],
              runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}
            }).then(
                found => done(found.violations.map(violation => violation.id + ': ' + violation.help
                    + violation.nodes.map(node => '\\n  ' + node.html + '\\n  ' + node.failureSummary).join(''))),
                failed => done(['axe: ' + failed]));
            """;

    /**
     * Lines of the contents, as people see them; what only scripts show is not asked for without.
     */
    private static final String LINES =
            "return document.querySelector('main').innerText.split('\\n')"
                    // The number of the request is another each time.
                    + ".map(line => line.trim().replace(/[0-9a-f]{16}/, '')).filter(line => line !== '')";

    /** What stands beyond the window's edge, though nothing of it scrolls. */
    private static final String SIDEWAYS =
            """
            const width = document.documentElement.clientWidth;
            const wrong = [];
            for (const each of document.querySelectorAll('.mv-scroll')) {
              if (getComputedStyle(each).overflowY !== 'hidden') {
                wrong.push('scrolls up and down: ' + each.scrollHeight + ' in ' + each.clientHeight);
              }
            }
            if (document.documentElement.scrollWidth > width) {
              wrong.push('scrolls sideways: ' + document.documentElement.scrollWidth);
            }
            for (const each of document.querySelectorAll('body *')) {
              const box = each.getBoundingClientRect();
              if (box.width > 1 && each.checkVisibility() && (box.left < -1 || box.right > width + 1)
                  && !each.closest('.mv-scroll, .mv-code, .mv-nav, .mv-tabs, svg, .visually-hidden, .mv-skip')) {
                wrong.push(each.tagName + '.' + each.className + ' ' + box.left + ' to ' + box.right);
              }
            }
            return wrong;
            """;

    /**
     * Words of tables that stand on two lines, though they are as short as words are. Records and
     * keys break wherever they have to.
     */
    private static final String BROKEN =
            """
            const wrong = [];
            for (const cell of document.querySelectorAll('.mv-scroll td, .mv-scroll th')) {
              const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                if (texts.currentNode.parentElement.closest('pre, code')) {
                  continue;
                }
                for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}.]+/gu)) {
                  const range = document.createRange();
                  range.setStart(texts.currentNode, word.index);
                  range.setEnd(texts.currentNode, word.index + word[0].length);
                  const tops = new Set([...range.getClientRects()].map(box => box.top));
                  if (word[0].length <= 30 && tops.size > 1) {
                    wrong.push(word[0]);
                  }
                }
              }
            }
            return wrong;
            """;

    /** All that lies within the page; what lies above it covers other things. */
    private static final String UNFOLD =
            "document.querySelectorAll('details:not(.mv-menu)')"
                    + ".forEach(each => { each.open = arguments[0]; })";

    private static final String OPEN = "arguments[0].open = arguments[1]";

    private static final String MENUS = "details.mv-menu";

    /**
     * All that decides how a menu looks: itself, what it lies in, the window, colours and styles.
     * What hidden fields and requests' headers carry, such as tokens of forms, nobody sees.
     */
    private static final String LOOK =
            """
            const menu = arguments[0].cloneNode(true);
            menu.querySelectorAll('input[type=hidden]').forEach(each => each.removeAttribute('value'));
            const look = [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, menu.outerHTML];
            for (let around = arguments[0].parentElement; around; around = around.parentElement) {
              const shell = around.cloneNode(false);
              shell.removeAttribute('hx-headers');
              look.push(shell.outerHTML);
            }
            for (const style of document.styleSheets) {
              look.push(style.href ?? style.ownerNode.textContent);
            }
            return look.join('\\n');
            """;

    /** The looks of menus that axe found good. Most pages have the same ones. */
    private static final Set<Object> GOOD_MENUS = ConcurrentHashMap.newKeySet();

    private PageChecks() {}

    /**
     * Opens a page and looks at it: wide and light, narrow and dark, and without scripts.
     *
     * @param statuses what it may answer
     */
    public static Happened check(Chromium chromium, String path, Integer... statuses) {
        chromium.width(Chromium.WIDE);
        chromium.dark(false);
        Happened happened = chromium.open(path);
        assertThat(happened.wrong()).as(path).isEmpty();
        assertThat(happened.status()).as(path).isIn((Object[]) statuses);
        List<?> lines = (List<?>) chromium.run(LINES);
        assertThat((List<?>) chromium.run(BROKEN)).as(path + ", broken words").isEmpty();
        accessible(chromium, path + ", light");
        chromium.width(Chromium.NARROW);
        chromium.dark(true);
        narrow(chromium, path);
        accessible(chromium, path + ", dark");
        chromium.dark(false);
        chromium.width(Chromium.WIDE);
        withoutScripts(chromium, path, lines);
        return happened;
    }

    /**
     * Axe finds nothing: with all that unfolds unfolded, and in each menu. One that looks exactly
     * as on a page before is not looked at again.
     */
    public static void accessible(Chromium chromium, String what) {
        if (Boolean.FALSE.equals(chromium.run("return typeof axe === 'object'"))) {
            chromium.run(AXE);
        }
        chromium.run(UNFOLD, true);
        assertThat((List<?>) chromium.runLong(RUN_AXE)).as(what).isEmpty();
        chromium.run(UNFOLD, false);
        for (WebElement menu : chromium.all(MENUS)) {
            Object look = chromium.run(LOOK, menu);
            if (!GOOD_MENUS.contains(look)) {
                chromium.run(OPEN, menu, true);
                assertThat((List<?>) chromium.runLong(RUN_AXE, menu)).as(what + ", menu").isEmpty();
                chromium.run(OPEN, menu, false);
                GOOD_MENUS.add(look);
            }
        }
    }

    /** The page stays within its window, folded and unfolded, and with each of its menus open. */
    public static void narrow(Chromium chromium, String what) {
        assertThat((List<?>) chromium.run(SIDEWAYS)).as(what + ", narrow").isEmpty();
        chromium.run(UNFOLD, true);
        assertThat((List<?>) chromium.run(SIDEWAYS)).as(what + ", unfolded").isEmpty();
        chromium.run(UNFOLD, false);
        for (WebElement menu : chromium.all(MENUS)) {
            chromium.run(OPEN, menu, true);
            assertThat((List<?>) chromium.run(SIDEWAYS)).as(what + ", menu").isEmpty();
            chromium.run(OPEN, menu, false);
        }
    }

    private static void withoutScripts(Chromium chromium, String path, List<?> lines) {
        chromium.scripts(false);
        try {
            assertThat(chromium.open(path).wrong()).as(path).isEmpty();
            List<Object> missing = new ArrayList<>(lines);
            missing.removeAll((List<?>) chromium.run(LINES));
            assertThat(missing).as(path + ", only with scripts").isEmpty();
        } finally {
            chromium.scripts(true);
        }
    }

    private static String read(String resource) {
        try (InputStream file = PageChecks.class.getResourceAsStream(resource)) {
            return new String(
                    Objects.requireNonNull(file, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
