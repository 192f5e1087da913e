// What pages do besides links and forms. Everything works without it.
'use strict';

// Copy buttons: <button data-copy> copies the text of the code beside it, and says so.
document.addEventListener('click', event => {
  const button = event.target.closest('button[data-copy]');
  const code = button && button.parentElement.querySelector('pre, code');
  if (!code) {
    return;
  }
  navigator.clipboard.writeText(code.textContent).then(
      () => say(button, button.dataset.copied),
      // Not allowed, as without https: the text is chosen, so that a key copies it.
      () => window.getSelection().selectAllChildren(code));
});

function say(button, text) {
  const word = button.querySelector('[data-word]');
  if (!word || !text || word.dataset.before !== undefined) {
    return;
  }
  word.dataset.before = word.textContent;
  word.textContent = text;
  setTimeout(() => {
    word.textContent = word.dataset.before;
    delete word.dataset.before;
  }, 2000);
}

// "/" goes to the search box, unless somebody is writing.
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (event.target.closest('input, textarea, select, [contenteditable]')) {
    return;
  }
  const search = document.querySelector('[role=search] input');
  if (search) {
    event.preventDefault();
    search.focus();
  }
});

// Esc closes an open menu and goes back to its button; so does a click beside it.
document.addEventListener('keydown', event => {
  const menu = event.key === 'Escape' && event.target.closest('details.mv-menu[open]');
  if (menu) {
    menu.open = false;
    menu.querySelector('summary').focus();
  }
});
document.addEventListener('click', event => {
  document.querySelectorAll('details.mv-menu[open]').forEach(menu => {
    if (!menu.contains(event.target)) {
      menu.open = false;
    }
  });
});

// Times are UTC; what the visitor's own clock says then is told beside.
// What comes later, as of a running import, is told of when htmx has put it in.
function tellLocalTimes(within) {
  within.querySelectorAll('time[datetime*="T"]').forEach(time => {
    const at = new Date(time.dateTime);
    if (at.getTimezoneOffset() === 0 || time.dataset.local !== undefined) {
      return;
    }
    time.dataset.local = at.toLocaleString(document.documentElement.lang,
        {dateStyle: 'medium', timeStyle: 'long'});
    time.title = [time.title, time.dataset.local].filter(Boolean).join(' \u00b7 ');
  });
}
tellLocalTimes(document);
document.addEventListener('htmx:load', event => tellLocalTimes(event.target));

// Arrow keys go through a chart's days; Enter follows a day, as it is a link.
document.addEventListener('keydown', event => {
  const chart = event.target.closest('.mv-chart .mv-scroll');
  const days = chart ? [...chart.querySelectorAll('a.day')] : [];
  if (days.length === 0 || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const at = days.indexOf(event.target.closest('a.day'));
  const to = {
    ArrowLeft: at < 0 ? days.length - 1 : at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: days.length - 1,
  }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    days[Math.max(0, Math.min(to, days.length - 1))].focus();
  }
});

// How many rows of a list are chosen, and one box for all of them.
function tellChosen(form) {
  const boxes = [...form.querySelectorAll('tbody input[type=checkbox][name]')];
  const chosen = boxes.filter(box => box.checked).length;
  const word = form.querySelector('[data-chosen]');
  if (word) {
    word.textContent =
        word.dataset.chosen.replace('#', chosen.toLocaleString(document.documentElement.lang));
    // What is read out stands outside of the bar, of which nothing is told while it is hidden.
    const told = form.querySelector('[data-told]');
    if (told && (chosen > 0 || told.textContent)) {
      told.textContent = word.textContent;
    }
  }
  const all = form.querySelector('[data-all]');
  if (all) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
}
document.addEventListener('change', event => {
  const form = event.target.form;
  if (!form || !form.querySelector('[data-chosen]')) {
    return;
  }
  if (event.target.dataset.all !== undefined) {
    form.querySelectorAll('tbody input[type=checkbox][name]').forEach(box => {
      box.checked = event.target.checked;
    });
  }
  tellChosen(form);
});
// A browser that goes back brings what was chosen with it.
window.addEventListener('pageshow', () => {
  document.querySelectorAll('form:has([data-chosen])').forEach(tellChosen);
});
