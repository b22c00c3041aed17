import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** What was seen at one address. */
export interface Visit {
  /** `/app/:app_id/runs` */
  readonly pattern: string;
  /** Whether the page said that the role does not include it. */
  readonly isRefused: boolean;
  readonly hasHeading: boolean;
  /** Calls that were answered with 403: `GET /console/api/…`. */
  readonly forbidden: readonly string[];
  /** The patterns that its links lead to. */
  readonly links: readonly string[];
  /** Questions to the console's API that were asked more than once: `GET /console/api/…?limit=30`. */
  readonly repeated: readonly string[];
  /** How many elements it has. */
  readonly elements: number;
  /** How many questions it asked. */
  readonly questions: number;
  /** Questions that were asked, and given up before their answer came. */
  readonly aborted: readonly string[];
  /** What reaches past a window of one of the widths, and is in nothing that scrolls or cuts. */
  readonly beyond: readonly string[];
  /** How much of the page moved while it came, as the field measures it (layout shift), and what moved. */
  readonly shift: { readonly score: number; readonly moved: readonly string[] };
}

/** How pages are visited. */
export interface Walk {
  /** The width in which each is loaded anew, so that nothing is known yet; null: one goes from page to page as links do. */
  readonly loadedIn: number | null;
  /** In pixels, in which each is looked at. */
  readonly widths: readonly number[];
}

/** Goes to each page. `addresses`: by pattern. */
export async function visitAll(
  page: Page,
  addresses: ReadonlyMap<string, string>,
  { loadedIn, widths }: Walk,
): Promise<readonly Visit[]> {
  const open = new Set<Request>();
  const forbidden: string[] = [];
  const asked: string[] = [];
  const aborted: string[] = [];
  page.on('request', (request) => {
    // Streams stay open.
    if (/\/events\b/.test(request.url())) return;
    open.add(request);
    if (isQuestion(request)) asked.push(nameOf(request));
  });
  page.on('requestfailed', (request) => {
    if (open.delete(request) && isQuestion(request)) aborted.push(nameOf(request));
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('response', (response) => {
    const request = response.request();
    if (response.status() === 403) forbidden.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const matchers = [...addresses.keys()].map((pattern) => ({
    pattern,
    matcher: new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}$`),
  }));
  // Fixed addresses win over those with names.
  const patternOf = (path: string) =>
    addresses.has(path) ? path : matchers.find(({ matcher }) => matcher.test(path))?.pattern;

  const visits: Visit[] = [];
  for (const [pattern, address] of addresses) {
    for (const list of [forbidden, asked, aborted]) list.splice(0);
    // The widths of the page before it are past.
    if (loadedIn !== null) await page.setViewportSize({ width: loadedIn, height: 800 });
    await goTo(page, address, loadedIn !== null);
    let quiet = 0;
    await expect
      .poll(
        async () => {
          const isThere = open.size === 0 && (await page.evaluate(isShown)) === true;
          quiet = isThere ? quiet + 1 : 0;
          return quiet;
        },
        { interval: 25, message: `${address} is shown` },
      )
      .toBeGreaterThan(1);
    const seen = (await page.evaluate(look)) as Pick<Visit, 'isRefused' | 'hasHeading' | 'links' | 'elements'>;
    const shift = (await page.evaluate(shifted)) as Visit['shift'];
    const beyond: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const found = (await page.evaluate(measure)) as readonly string[];
      beyond.push(...found.map((what) => `${width} px: ${what}`));
    }
    const links = [...new Set(seen.links.flatMap((path) => patternOf(path) ?? []))];
    const repeated = [...new Set(asked.filter((question, at) => asked.indexOf(question) !== at))];
    const questions = asked.length;
    visits.push({
      ...seen,
      pattern,
      questions,
      forbidden: [...forbidden],
      repeated,
      aborted: [...aborted],
      links,
      beyond,
      shift,
    });
  }
  return visits;
}

async function goTo(page: Page, address: string, isCold: boolean): Promise<void> {
  if (isCold) await page.goto(new URL(address, page.url()).href);
  else
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new Event('weft:navigated'))`,
    );
}

function isQuestion(request: Request): boolean {
  return request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/console/api/');
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}

/** Nothing is being loaded; `said` is what readers of screens are told then. */
const isShown =
  "document.querySelector('main [role=status] > .said') === null && document.querySelector('main')?.childElementCount > 0";

const look = `(() => {
  const main = document.querySelector('main');
  const heading = main.querySelector('h1');
  const links = [...document.querySelectorAll('a[href^="/"]')]
    .filter((link) => link.checkVisibility())
    .map((link) => new URL(link.href).pathname);
  return {
    isRefused: heading?.textContent === 'Your role does not include this',
    hasHeading: heading !== null,
    links,
    elements: document.querySelectorAll('*').length,
  };
})()`;

/** Observers are told of what was before them a moment later. */
const shifted = `(async () => {
  const shifts = [];
  const take = (list) => shifts.push(...list.filter(({ hadRecentInput }) => !hadRecentInput));
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  take(observer.takeRecords());
  observer.disconnect();
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const moved = shifts.flatMap(({ value, sources }) =>
    sources.map(({ node, previousRect, currentRect }) =>
      value.toFixed(3) + ' ' + (node?.nodeName + '.' + node?.className + ' from ' + place(previousRect) + ' to ' + place(currentRect))));
  return { score: shifts.reduce((sum, { value }) => sum + value, 0), moved };
})()`;

/** When what the new width leads to is drawn. */
const measure = `(async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  const main = document.querySelector('main');
  const cuts = (element) => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      // What scrolls all of the page does not excuse.
      if (at !== main && !at.contains(main) && getComputedStyle(at).overflowX !== 'visible') return true;
    }
    return false;
  };
  const beyond = [...main.querySelectorAll('*')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && (right > innerWidth + 1 || left < -1) && element.checkVisibility() && !cuts(element);
  });
  const named = beyond.slice(0, 3).map((element) => {
    const { left, right } = element.getBoundingClientRect();
    return element.tagName + '.' + element.getAttribute('class') + ' from ' + Math.round(left) + ' to ' + Math.round(right);
  });
  for (const scroller of [document.documentElement, main]) {
    if (scroller.scrollWidth > scroller.clientWidth + 1) named.push(scroller.tagName + ' is ' + scroller.scrollWidth + ' wide');
  }
  return named;
})()`;
