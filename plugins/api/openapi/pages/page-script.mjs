// Of the API pages, in the browser. Without it they show the same.
const LANGUAGE = 'weft-docs-language';

/** Opens the card that the address names, and shows it. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (let card = target.closest('details'); card !== null; card = card.parentElement.closest('details')) {
    card.open = true;
  }
  target.scrollIntoView();
}

addEventListener('hashchange', reveal);
document.addEventListener('click', (event) => {
  // The address stays as it is: the browser tells nobody.
  if (event.target.closest?.('a[href^="#"]')?.hash === location.hash) reveal();
});

/** Samples of all cards show the language that was chosen last, also after the page is opened anew. */
function choose(language) {
  for (const sample of document.querySelectorAll('.sample')) {
    if (sample.dataset.language === language) sample.open = true;
  }
}

const samples = document.querySelector('main');
samples.addEventListener('click', (event) => {
  const sample = event.target.closest?.('.sample > summary')?.parentElement;
  if (sample === undefined || sample.open) return;
  choose(sample.dataset.language);
  // The browser would close again what is open by now.
  event.preventDefault();
  remember(sample.dataset.language);
});

function remember(language) {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // A browser that keeps nothing: it is chosen anew next time.
  }
}

function remembered() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

const last = remembered();
if (last !== null) choose(last);
reveal();
