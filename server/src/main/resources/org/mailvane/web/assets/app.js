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
