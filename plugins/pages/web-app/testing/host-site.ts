import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Browser, findBrowser } from '#plugins/delivery-api/testing/browser.ts';
import { ownTls } from '#plugins/sso/testing/own-tls.ts';

export type { BrowserContext, FrameLocator } from 'playwright-core';

/** A site of somebody else, on a port and under names of its own, with the strictest policy that lets a chat in. */
export interface HostSite {
  /** `https://shop.example:port`, or of another name that the browser takes for this machine. */
  origin(name?: string): string;
  /** What `/` is. */
  page: string;
  policy: string;
  headers: Readonly<Record<string, string>>;
  /** Answers to other paths; else the page, as single-page applications have it. */
  readonly files: Map<string, { readonly type: string; readonly text: string }>;
  close(): Promise<void>;
}

/** `chat`: origin of the server with the chat. */
export async function startHostSite(chat: string): Promise<HostSite> {
  const server = createServer(await ownTls('shop.example'));
  const files: HostSite['files'] = new Map();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const site: HostSite = {
    origin: (name = 'shop.example') => `https://${name}:${port}`,
    page: '',
    policy: strictPolicy(chat),
    headers: {},
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', (request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(200, {
      'content-type': file?.type ?? 'text/html; charset=utf-8',
      'content-security-policy': site.policy,
      'referrer-policy': 'no-referrer',
      ...site.headers,
    });
    response.end(file?.text ?? site.page);
  });
  return site;
}

/** Only the script and the frame of the chat, and scripts of the site's own; nothing inline, no markup made by scripts. */
export function strictPolicy(chat: string): string {
  const rules = [
    "default-src 'none'",
    `script-src 'self' ${chat}/embed.min.js`,
    `frame-src ${chat}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return rules.join('; ');
}

/** A page with the chat's script; `config` becomes a script of the site's own, which the policy lets in. */
export function hostPage(site: HostSite, chat: string, config: unknown, more = ''): void {
  site.files.set('/config.js', {
    type: 'text/javascript',
    text: `window.keysBefore = Object.keys(window); ${config === undefined ? '' : `window.serviceChatbotConfig = ${JSON.stringify(config)};`}`,
  });
  site.page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
<main id="main"><h1>Shop</h1><p><button id="own">Buy</button></p></main>
<script src="/config.js"></script><script src="${chat}/embed.min.js" defer></script>${more}`;
}

/** All names under `.example` are this machine. */
export const hostArguments: string[] = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP *.example 127.0.0.1',
];

/** Chromium that finds the sites of tests. */
export async function launchForHosts(leftOut: string): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(leftOut) ?? '', args: [...hostArguments] });
}

/** Chromium with settings of its own, as people choose them; what it keeps goes when it is closed. */
export async function launchWithSettings(preferences: object): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-test-'));
  await mkdir(join(folder, 'Default'));
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser('settings of browsers') ?? '',
    args: hostArguments,
    ignoreHTTPSErrors: true,
    locale: 'en-US',
  });
  context.once('close', () => void rm(folder, { recursive: true, force: true }).catch(() => {}));
  return context;
}

/** What axe finds in the page of a site, without what is in frames. */
export async function violationsOf(page: Page): Promise<unknown> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'], iframes: false }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target).join(' ')))`,
  );
}
