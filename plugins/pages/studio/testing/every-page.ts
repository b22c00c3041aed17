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
  /** What reaches past a window of one of the widths, and is in nothing that scrolls or cuts. */
  readonly beyond: readonly string[];
}

/** Goes from page to page as links do, without loading the studio anew. `addresses`: by pattern; `widths`: in pixels, in which each is looked at. */
export async function visitAll(
  page: Page,
  addresses: ReadonlyMap<string, string>,
  widths: readonly number[],
): Promise<readonly Visit[]> {
  const open = new Set<Request>();
  const forbidden: string[] = [];
  // Streams stay open.
  page.on('request', (request) => /\/events\b/.test(request.url()) || open.add(request));
  page.on('requestfailed', (request) => open.delete(request));
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
    forbidden.splice(0);
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new Event('weft:navigated'))`,
    );
    let quiet = 0;
    await expect
      .poll(
        async () => {
          const isThere = open.size === 0 && (await page.evaluate(isShown)) === true;
          quiet = isThere ? quiet + 1 : 0;
          return quiet;
        },
        { interval: 25, timeout: 5_000, message: `${address} is shown` },
      )
      .toBeGreaterThan(1);
    const seen = (await page.evaluate(look)) as Omit<Visit, 'pattern' | 'forbidden' | 'beyond'>;
    const beyond: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const found = (await page.evaluate(measure)) as readonly string[];
      beyond.push(...found.map((what) => `${width} px: ${what}`));
    }
    const links = [...new Set(seen.links.flatMap((path) => patternOf(path) ?? []))];
    visits.push({ ...seen, pattern, forbidden: [...forbidden], links, beyond });
  }
  return visits;
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
  };
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
