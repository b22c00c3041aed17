import { gunzip } from 'node:zlib';
import { currentTime } from '#kernel';
import { hashOf } from './document-writer.ts';
import { isUnreadable, type PageContents } from './page-content.ts';
import type { PageHead } from './page-head.ts';
import { isChosen } from './path-patterns.ts';
import { everythingAllowed, mayRead } from './robots.ts';
import type { RobotsReader } from './robots-reader.ts';
import { readSitemap } from './sitemap.ts';
import type { RunPage, SourceRun, StepEnd } from './source-reader.ts';
import { isCircular, isOfSite, mayBePage, pageAddress, pathOf } from './web-addresses.ts';
import type { Fetched, WebFetcher } from './web-fetcher.ts';

export interface WebStepParts {
  readonly fetcher: WebFetcher;
  readonly sitemapFetcher: WebFetcher;
  readonly robots: RobotsReader;
  readonly contents: PageContents;
}

const MAX_SITEMAPS = 50;
const MAX_SITEMAP_DEPTH = 3;
const MAX_SITEMAP_BYTES = 50 * 1_048_576;
const MAX_TRIES = 3;
/** Milliseconds, and pages, after which a job lets others have their turn. */
const STEP_TIME = 20_000;
const STEP_PAGES = 25;
const MAX_REDIRECTS = 5;

/** Reads web pages of a run, one after the other, for as long as one job may take. */
export class WebStep {
  readonly #parts: WebStepParts;

  constructor(parts: WebStepParts) {
    this.#parts = parts;
  }

  async run(run: SourceRun): Promise<StepEnd> {
    const until = currentTime() + STEP_TIME;
    for (let count = 0; count < STEP_PAGES && currentTime() < until; count += 1) {
      run.signal.throwIfAborted();
      if (!(await run.goesOn())) return null;
      const page = await this.#next(run);
      if (page === null) return null;
      const after = await this.#read(run, page);
      if (after > 0) return { after };
    }
    return { after: 0 };
  }

  /** What is beyond the limits is not read; but pages that were documents before are looked after in any case. */
  async #next(run: SourceRun): Promise<RunPage | null> {
    const { pages } = run;
    const { source } = run;
    const { done, documents } = await pages.totals();
    const { maxPages } = source.settings;
    // Pages that become no documents cost the site as much: they have a limit as well.
    const isFull = documents >= maxPages || done >= maxPages * 3 + 100;
    const next = await pages.next({ onlyUnlinked: isFull });
    if (next === null && isFull && (await pages.next()) !== null) await run.isIncomplete();
    return next;
  }

  /** Milliseconds until the next page. */
  async #read(run: SourceRun, page: RunPage): Promise<number> {
    const { source, signal } = run;
    const { robots, fetcher, sitemapFetcher } = this.#parts;
    const address = new URL(page.address);
    const leftOut = this.#leftOut(run, page, address);
    if (leftOut !== null) {
      await run.vanish(page, 'excluded', leftOut);
      return 0;
    }
    // Whoever names one page means that page, as in a browser.
    const isAsked = source.kind === 'web_page' || page.role === 'sitemap';
    const said = isAsked ? everythingAllowed : await robots.rulesOf(address, `${source.id} ${source.run}`, signal);
    if ('kind' in said) return this.#later(run, page, said);
    if (!mayRead(said, pathOf(address))) {
      await run.vanish(page, 'excluded', "The site's robots.txt allows no program to read it.");
      return 0;
    }
    const fetched = await (page.role === 'sitemap' ? sitemapFetcher : fetcher).get(page.address, signal);
    const delay = Math.max(source.settings.delay, said.delay);
    if (fetched.kind === 'later') return Math.max(delay, await this.#later(run, page, fetched));
    await (page.role === 'sitemap' ? this.#readSitemap(run, page, fetched) : this.#readPage(run, page, fetched));
    return delay;
  }

  /** What may be readable soon is tried again, a few times. */
  async #later(run: SourceRun, page: RunPage, { after, message }: Extract<Fetched, { kind: 'later' }>) {
    await run.pages.countTry(page.id);
    if (page.tries + 1 < MAX_TRIES) return after;
    await this.#failed(run, page, message);
    return 0;
  }

  #leftOut({ source }: SourceRun, page: RunPage, address: URL): string | null {
    const { url, includePaths, excludePaths } = source.settings;
    if (page.role === 'sitemap' || source.kind === 'web_page') return null;
    if (!isOfSite(address, new URL(url))) return 'It is on another site than the source.';
    if (excludePaths.length > 0 && !isChosen(address.pathname, [], excludePaths)) return 'Its path is excluded.';
    // The first page shows the way, also where its own path is not chosen.
    if (page.depth > 0 && !isChosen(address.pathname, includePaths, [])) return 'No path to include fits.';
    return null;
  }

  async #readSitemap(run: SourceRun, page: RunPage, fetched: Exclude<Fetched, { kind: 'later' }>): Promise<void> {
    const { pages } = run;
    const { source } = run;
    if (fetched.kind === 'moved') return this.#movedSitemap(run, page, fetched.to);
    if (fetched.kind !== 'content') {
      const message =
        fetched.kind === 'gone' ? `The site answered ${fetched.status}: it has no such sitemap.` : fetched.message;
      await this.#failed(run, page, message);
      return;
    }
    const text = await sitemapText(fetched.bytes);
    const list = text === null ? null : readSitemap(text, MAX_QUEUED);
    if (list === null) {
      await this.#failed(run, page, 'It is no sitemap, or unpacks to more than 50 MB: give the address of its XML.');
      return;
    }
    const start = new URL(source.settings.url);
    const found = list.addresses.flatMap((given) => pageAddress(given) ?? []).filter((url) => isOfSite(url, start));
    let isCut = list.isCut;
    if (list.isIndex) {
      const { sitemaps } = await pages.totals();
      const room = page.depth + 1 > MAX_SITEMAP_DEPTH ? 0 : Math.max(0, MAX_SITEMAPS - sitemaps);
      isCut ||= found.length > room;
      const chosen = found.slice(0, room).map(({ href }) => href);
      await pages.queue(chosen, { role: 'sitemap', depth: page.depth + 1 });
    } else {
      const { includePaths, excludePaths, maxPages } = source.settings;
      const chosen = found.filter(({ pathname }) => isChosen(pathname, includePaths, excludePaths));
      // Some are the same as others, or gone: a few more than fit.
      const room = maxPages * 2 + 100;
      isCut ||= chosen.length > room;
      const addresses = chosen.slice(0, room).map(({ href }) => href);
      await pages.queue(addresses, { role: 'page', depth: MAX_SITEMAP_DEPTH + 1 });
    }
    if (isCut) await run.isIncomplete();
    await pages.write(page.id, { status: 'read', documentId: null });
  }

  async #movedSitemap(run: SourceRun, page: RunPage, to: string): Promise<void> {
    const target = pageAddress(to);
    if (target === null || !isOfSite(target, new URL(run.source.settings.url)) || page.depth >= MAX_REDIRECTS) {
      await this.#failed(run, page, elsewhere(to));
      return;
    }
    const { pages } = run;
    await pages.queue([target.href], { role: 'sitemap', depth: page.depth + 1 });
    await pages.write(page.id, { status: 'read', documentId: null });
  }

  async #readPage(run: SourceRun, page: RunPage, first: Exclude<Fetched, { kind: 'later' }>): Promise<void> {
    const { contents } = this.#parts;
    const { source, signal, pages } = run;
    let fetched: Fetched = first;
    for (let count = 0; fetched.kind === 'moved'; count += 1) {
      const to = pageAddress(fetched.to);
      if (to === null || !isOfSite(to, new URL(source.settings.url)) || count >= MAX_REDIRECTS) {
        await this.#failed(
          run,
          page,
          count >= MAX_REDIRECTS ? 'It leads from one address to the next without end.' : elsewhere(fetched.to),
        );
        return;
      }
      if (source.kind !== 'web_page') {
        await pages.queue([to.href], { role: 'page', depth: page.depth });
        await run.vanish(page, 'duplicate', `It leads to ${to.href}, which is read instead.`);
        return;
      }
      fetched = await this.#parts.fetcher.get(to.href, signal);
    }
    if (fetched.kind === 'gone') return run.vanish(page, 'vanished', `The site answered ${fetched.status}.`);
    if (fetched.kind !== 'content') return void (await this.#failed(run, page, fetched.message));
    try {
      const caller = { workspaceId: source.workspaceId, signal };
      const { head, content } = await contents.read(fetched, caller);
      if (head !== null) await this.#follow(run, page, head);
      const { includePaths } = source.settings;
      if (source.kind !== 'web_page' && !isChosen(new URL(page.address).pathname, includePaths, [])) {
        return await run.vanish(page, 'excluded', 'No path to include fits; its links were followed.');
      }
      const other = head === null ? null : await this.#canonicalOf(run, page, head);
      if (other !== null) {
        await pages.queue([other], { role: 'page', depth: page.depth });
        return await run.vanish(page, 'duplicate', `It says that it is ${other}, which is read instead.`);
      }
      if (fetched.isNotKept || head?.isNotKept === true) {
        return await run.vanish(page, 'excluded', 'The page asks not to be kept (noindex).');
      }
      if (content === null) {
        await this.#failed(run, page, 'It has no text; pages that are made by scripts can not be read.');
        return;
      }
      const same = await pages.sameContent(page, hashOf(content.bytes));
      if (same !== null) return await run.vanish(page, 'duplicate', `It has the same text as ${same}.`);
      const origin = { url: fetched.url, title: head?.title ?? content.name };
      await pages.write(page.id, await run.document(page, content, origin));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      await this.#failed(run, page, error.message);
    }
  }

  async #follow(run: SourceRun, page: RunPage, { links }: PageHead): Promise<void> {
    const { source } = run;
    if (source.kind !== 'website' || page.depth >= source.settings.maxDepth) return;
    const { url, includePaths, excludePaths, maxPages } = source.settings;
    const start = new URL(url);
    const { all } = await run.pages.totals();
    const room = maxPages * 10 + 1_000 - all;
    const chosen = links
      .map((link) => new URL(link))
      .filter((link) => isOfSite(link, start) && mayBePage(link) && !isCircular(link))
      .filter(({ pathname }) => isChosen(pathname, includePaths, excludePaths))
      .map(({ href }) => href);
    if (chosen.length > room) await run.isIncomplete();
    const next = chosen.slice(0, Math.max(0, room));
    await run.pages.queue(next, { role: 'page', depth: page.depth + 1 });
  }

  /** null also where the other was read and is no document: of two that name each other, one is kept. */
  async #canonicalOf({ source, pages }: SourceRun, page: RunPage, { canonical }: PageHead): Promise<string | null> {
    if (canonical === null || canonical === page.address || source.kind === 'web_page') return null;
    const { url, includePaths, excludePaths } = source.settings;
    const address = new URL(canonical);
    if (!isOfSite(address, new URL(url)) || !isChosen(address.pathname, includePaths, excludePaths)) return null;
    const other = await pages.byAddress(canonical);
    const isUseful = other === null || other.run < source.run || useful.has(other.status);
    return isUseful ? canonical : null;
  }

  /** What can't be read now keeps its document; what it leads to was not seen. */
  async #failed(run: SourceRun, page: RunPage, message: string): Promise<void> {
    if (page.role === 'sitemap') await run.isIncomplete();
    await run.pages.write(page.id, { status: 'failed', documentId: page.documentId, message });
  }
}

/** A page that is or may become a document. */
const useful: ReadonlySet<string> = new Set(['waiting', 'added', 'changed', 'unchanged']);
/** Addresses of one sitemap that are looked at. */
const MAX_QUEUED = 50_000;

/** null: it unpacks to more than a sitemap may have. */
async function sitemapText(bytes: Uint8Array): Promise<string | null> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return Buffer.from(bytes).toString('utf8');
  return await new Promise((resolve) => {
    gunzip(bytes, { maxOutputLength: MAX_SITEMAP_BYTES }, (error, text) =>
      resolve(error === null ? text.toString('utf8') : null),
    );
  });
}

function elsewhere(to: string): string {
  const place = URL.parse(to)?.origin ?? 'an address that is none';
  return `It leads to ${place}, which is not followed: make that the address of a source.`;
}
