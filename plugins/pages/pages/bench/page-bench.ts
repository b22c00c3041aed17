import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { makeHome, type Server, startServer } from '#engine/bench/server.ts';
import { readEnvironment } from '#kernel';
import { findBrowser, launchBrowser } from '#plugins/delivery-api/testing/browser.ts';

/** A server in a process of its own, and Chromium. */
export interface PageBench {
  readonly origin: string;
  readonly browser: Browser;
  /** A call of the console; throws what is refused. */
  manage(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Imports an app, publishes it and switches its page on; gives its id. */
  app(document: string, site?: Readonly<Record<string, unknown>>): Promise<string>;
  /** A site of somebody else that shows this HTML; gives its address. */
  foreignSite(html: string): Promise<string>;
  close(): Promise<void>;
}

/** `npm run bench:pages` and `npm run screenshots` say it when there is no browser. */
export async function openPageBench(): Promise<PageBench> {
  const program = findBrowser('pages in a real browser');
  if (program === null) throw new Error('Chromium is needed for this. Install it as `chromium`.');
  const home = await makeHome();
  const environment = { ...readEnvironment(), WEFT_QUIET: 'true', WEFT_CONVERSATION_TITLES: 'false' };
  const server = await startServer({ environment, database: undefined, home: home.path });
  const browser = await launchBrowser(program);
  const sites: ReturnType<typeof createServer>[] = [];
  const manage = callerOf(server);

  return {
    origin: server.origin,
    browser,
    manage,
    async app(document, site = {}) {
      const made = await manage('POST', '/apps/import', { yaml: document, publish: true });
      const { id } = made.app as { id: string };
      const none = { runs_per_visitor_hour: null, runs_per_address_hour: null, batch_rows_per_visitor_day: null };
      const open = { enabled: true, ...none };
      await manage('PATCH', `/apps/${id}/site`, { ...open, ...site });
      return id;
    },
    async foreignSite(html) {
      const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
      sites.push(site);
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
      return `http://localhost:${(site.address() as AddressInfo).port}/`;
    },
    async close() {
      for (const site of sites) site.close();
      await browser.close();
      await server.stop();
      await home.remove();
    },
  };
}

function callerOf(server: Server): PageBench['manage'] {
  return async (method, path, body) => {
    const answer = await fetch(`${server.origin}/console/api${path}`, {
      method,
      headers: { authorization: `Bearer ${await server.managementToken()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
  };
}
