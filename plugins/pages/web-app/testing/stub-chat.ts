import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bundleScript } from '#plugins/pages/testing/bundled-script.ts';

/** A server with the real script of embeds, and pages for frames that only note what they are told. */
export interface StubChat {
  readonly url: string;
  /** Whom the pages take for allowed. */
  origins: readonly string[];
  /** `GET /path` as they came. */
  readonly asked: string[];
  /** Of the request for a page, as the browser sent them. */
  readonly referrers: string[];
  /** `dead`: connections for pages are cut; `mute`: a page that is none of ours. */
  fault: 'dead' | 'mute' | null;
  /** Keeps the answers of pages back until what it gives is called, or the test ends. */
  hold(): () => void;
  close(): Promise<void>;
}

const web = (name: string) => fileURLToPath(new URL(`../web/embed/${name}`, import.meta.url));

export async function startStubChat(): Promise<StubChat> {
  const [script, page] = await Promise.all(
    ['embed.script.ts', 'testing/stub-page.ts'].map((name) =>
      bundleScript({ id: 'web-app/embed', kind: 'script', file: web(name) }),
    ),
  );
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let released = Promise.resolve();
  const chat: StubChat = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    origins: [],
    asked: [],
    referrers: [],
    fault: null,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      onTestFinished(() => resolve());
      return resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const scripts: Readonly<Record<string, Uint8Array | undefined>> = { '/embed.min.js': script, '/stub.js': page };
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    if (path !== '/favicon.ico') chat.asked.push(path);
    if (scripts[path] !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(scripts[path]);
      return;
    }
    chat.referrers.push(request.headers.referer ?? '');
    if (chat.fault === 'dead') {
      request.socket.destroy();
      return;
    }
    const data = JSON.stringify({ origins: chat.origins });
    const own = `<script type="application/json" id="page-data">${data}</script><script type="module" src="/stub.js"></script>`;
    const html = `<!doctype html><html lang="en"><title>Chat</title><main><h1>Stub</h1><label>Say <input></label></main>${chat.fault === 'mute' ? '' : own}`;
    void released.then(() => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html));
  });
  return chat;
}
