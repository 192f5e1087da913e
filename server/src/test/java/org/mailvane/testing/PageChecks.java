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
import java.util.stream.IntStream;
import org.mailvane.testing.Chromium.Happened;

/** Checks that every page has to pass in a real browser, whatever it shows. */
public final class PageChecks {

    /** Looks for what breaks WCAG 2.2, levels A and AA. */
    private static final String AXE = read("/axe.min.js");

    /** Keeps axe in each page without loading it. */
    private static final String KEEP_AXE = "window.loadAxe = () => {" + AXE + "\n}";

    /** Loads axe if the page keeps it; returns whether axe is there. */
    private static final String HAS_AXE =
            """
            if (typeof axe !== 'object' && window.loadAxe) {
              loadAxe();
            }
            return typeof axe === 'object';
            """;

    /** Returns what axe finds wrong in a part of a page. */
    private static final String RUN_AXE =
            """
            const wrongIn = part => axe.run(part, {
              resultTypes: ['violations'],
              runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}
            }).then(
                found => found.violations.map(violation => violation.id + ': ' + violation.help
                    + violation.nodes.map(node => '\\n  ' + node.html + '\\n  ' + node.failureSummary).join('')),
                failed => ['axe: ' + failed]);
            """;

    /**
     * Lines of the contents, as people see them; what only scripts show is not asked for without.
     */
    private static final String LINES =
            "return document.querySelector('main').innerText.split('\\n')"
                    // The number of the request is another each time.
                    + ".map(line => line.trim().replace(/[0-9a-f]{16}/, '')).filter(line => line !== '')";

    /** Finds what is beyond the window's edge, without an element that scrolls. */
    private static final String SIDEWAYS =
            """
            const sideways = () => {
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
            };
            """;

    /**
     * Finds words of tables that are broken over two lines, though they are as short as words are.
     * Records and keys break wherever they have to.
     */
    private static final String BROKEN =
            """
            const wrong = [];
            for (const cell of document.querySelectorAll('.mv-scroll td, .mv-scroll th')) {
              const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                const parent = texts.currentNode.parentElement;
                if (parent.closest('pre, code') || !parent.checkVisibility()) {
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
            """
            const unfold = open => document.querySelectorAll('details:not(.mv-menu)')
                .forEach(each => { each.open = open; });
            """;

    private static final String MENUS =
            "const menus = [...document.querySelectorAll('details.mv-menu')];";

    /**
     * Returns all that decides how a menu looks: itself, its ancestors, the window, colours and
     * styles. It leaves out hidden fields, request headers and the targets of our links, which
     * nobody sees.
     */
    private static final String LOOK =
            """
            const lookOf = shown => {
              const menu = shown.cloneNode(true);
              menu.querySelectorAll('input[type=hidden]').forEach(each => each.removeAttribute('value'));
              menu.querySelectorAll('a[href^="/"]').forEach(each => each.setAttribute('href', '/'));
              const look = [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, menu.outerHTML];
              for (let around = shown.parentElement; around; around = around.parentElement) {
                const shell = around.cloneNode(false);
                shell.removeAttribute('hx-headers');
                look.push(shell.outerHTML);
              }
              for (const style of document.styleSheets) {
                look.push(style.href ?? style.ownerNode.textContent);
              }
              return look.join('\\n');
            };
            """;

    /** Runs axe on the whole page; returns what it found, then the look of each menu. */
    private static final String ACCESSIBLE =
            RUN_AXE
                    + UNFOLD
                    + MENUS
                    + LOOK
                    + """
                    const done = arguments[arguments.length - 1];
                    unfold(true);
                    wrongIn(document).then(wrong => {
                      unfold(false);
                      done([wrong, ...menus.map(lookOf)]);
                    });
                    """;

    /** Runs axe on some of the menus, each while only that one is open. */
    private static final String ACCESSIBLE_MENUS =
            RUN_AXE
                    + MENUS
                    + """
                    const done = arguments[arguments.length - 1];
                    const wrong = [];
                    const next = numbers => {
                      if (numbers.length === 0) {
                        done(wrong);
                        return;
                      }
                      const menu = menus[numbers[0]];
                      menu.open = true;
                      wrongIn(menu).then(found => {
                        wrong.push(...found);
                        menu.open = false;
                        next(numbers.slice(1));
                      });
                    };
                    next(arguments[0]);
                    """;

    /**
     * Finds what is beyond the window's edge: in the page, unfolded, and with one menu open after
     * the other. No script of ours waits for {@code toggle}.
     */
    private static final String NARROW =
            SIDEWAYS
                    + UNFOLD
                    + MENUS
                    + """
                    const all = [sideways()];
                    unfold(true);
                    all.push(sideways());
                    unfold(false);
                    all.push(menus.flatMap(menu => {
                      menu.open = true;
                      const wrong = sideways();
                      menu.open = false;
                      return wrong;
                    }));
                    return all;
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
        if (Boolean.FALSE.equals(chromium.run(HAS_AXE))) {
            chromium.run(AXE);
            chromium.beforeEachPage(KEEP_AXE);
        }
        List<?> found = (List<?>) chromium.runLong(ACCESSIBLE);
        assertThat((List<?>) found.getFirst()).as(what).isEmpty();
        List<?> looks = found.subList(1, found.size());
        List<Integer> unknown =
                IntStream.range(0, looks.size())
                        .filter(menu -> !GOOD_MENUS.contains(looks.get(menu)))
                        .boxed()
                        .toList();
        if (!unknown.isEmpty()) {
            assertThat((List<?>) chromium.runLong(ACCESSIBLE_MENUS, unknown))
                    .as(what + ", menu")
                    .isEmpty();
            GOOD_MENUS.addAll(looks);
        }
    }

    /** The page stays within its window, folded and unfolded, and with each of its menus open. */
    public static void narrow(Chromium chromium, String what) {
        List<?> wrong = (List<?>) chromium.run(NARROW);
        assertThat((List<?>) wrong.get(0)).as(what + ", narrow").isEmpty();
        assertThat((List<?>) wrong.get(1)).as(what + ", unfolded").isEmpty();
        assertThat((List<?>) wrong.get(2)).as(what + ", menu").isEmpty();
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
