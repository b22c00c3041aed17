// Of the API pages, in the browser. Without it they show the same, but can't be searched.
const LANGUAGE = 'weft-docs-language';

/** Opens the card that the address names, and shows it. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.closest('[hidden]') !== null) search('');
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

const field = document.getElementById('search');
const found = document.getElementById('found');
const links = new Map([...document.querySelectorAll('nav a[href^="#"]')].map((link) => [link.hash.slice(1), link]));
const cards = [...document.querySelectorAll('main details.card')].map((card) => ({
  card,
  link: links.get(card.querySelector('[id]').id)?.parentElement,
  title: `${card.closest('section').dataset.name} ${card.querySelector('summary').textContent}`.toLowerCase(),
  get text() {
    const text = card.textContent.toLowerCase();
    Object.defineProperty(this, 'text', { value: text });
    return text;
  },
}));
const groups = [...document.querySelectorAll('main section, nav .surface, nav .group')];

/** Shows what has all the words in its title; when nothing has, what has them anywhere. */
function search(query) {
  if (field.value !== query) field.value = query;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const having = (place) => cards.filter((card) => words.every((word) => card[place].includes(word)));
  const titled = having('title');
  const shown = new Set(titled.length > 0 ? titled : having('text'));
  for (const card of cards) {
    card.card.hidden = !shown.has(card);
    if (card.link !== undefined) card.link.hidden = !shown.has(card);
  }
  for (const group of groups) {
    const items = [...group.querySelectorAll('details.card, li')];
    group.hidden = items.length > 0 && items.every((item) => item.hidden);
    if (group.localName === 'details' && words.length > 0) group.open = true;
  }
  document.body.classList.toggle('searching', words.length > 0);
  found.textContent = words.length === 0 ? '' : `${shown.size} found`;
}

// Only the reference has one.
if (field !== null) field.hidden = false;
field?.addEventListener('input', () => search(field.value));
field?.addEventListener('keydown', (event) => {
  const first = cards.find(({ card }) => !card.hidden);
  if (event.key !== 'Enter' || field.value.trim() === '' || first === undefined) return;
  location.hash = first.card.querySelector('[id]').id;
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
