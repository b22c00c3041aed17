import { gzipSync } from 'node:zlib';
import { recordingLogger } from '#http/testing/server.ts';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import type { Installed, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { Runner } from '#plugins/plugin-runner/runner.ts';
import { sandboxTier } from '#plugins/plugin-runner/sandbox-tier.ts';
import { openModuleSandbox } from '#plugins/sandbox/contract.ts';

/** What the package must never see; of the kinds that are written differently where they are sent back. */
export const secrets = { api_key: 'sk-0123/456+789"ö', password: 'pässword-long', pin: 'p1n' };
export const settings = { user: 'somebody', region: 'eu-central-1', base_url: 'http://169.254.169.254' };

const inject = [
  { origin: 'https://api.example.com', header: 'X-Api-Key', value: '{api_key}' },
  { origin: 'https://api.example.com', header: 'Authorization', value: 'Basic {user:password}' },
  { origin: 'https://api.example.com', query: 'key', value: '{api_key}' },
  { origin: 'https://api.example.com', header: 'X-Pin', value: 'secret pin {pin}' },
];
const texts = { type: 'string' };
const hidden = { type: 'string', secret: true };
const manifest = {
  inject,
  settings: {
    type: 'object',
    properties: { api_key: hidden, password: hidden, pin: hidden, user: texts, region: texts, base_url: texts },
  },
  permissions: {
    network: ['https://api.example.com', 'https://*.wild.example', 'http://[::1]:8080', '{base_url}'],
    storage: 1000,
    models: ['llm'],
    // Attempts on a busy machine take seconds to be refused for what they are.
    timeMs: 6000,
    memoryMb: 32,
  },
};

/** Runs tools of a package through the real runner; the other side of the network and what is kept are here. */
export function attackBench() {
  const asked: EgressRequest[] = [];
  const logs: unknown[] = [];
  const kept = new Map<string, string>();
  const heard: unknown[][] = [];
  const busy = { storage: 0, mostStorage: 0, models: 0, mostModels: 0, streams: 0, mostStreams: 0 };
  const blocked: (() => void)[] = [];
  const block = { reason: null as Error | null };
  const read = examplePackage({}, { ...manifest, tools: [toolOf('run')] });
  const installed: Installed = {
    ...{ id: 'i', workspaceId: 'w', name: read.name, pluginId: read.id, version: '1.0.0', integrity: 'x' },
    ...{ manifest: read.manifest, granted: read.manifest.permissions, trust: 'trusted', settings, activatedAt: 0 },
    ...{ isConfigured: true, isEnabled: true, endpointKey: null },
  };
  const code = { text: '', whileRead: () => undefined as unknown };
  const installs = {
    assertAllowed: () => {
      if (block.reason !== null) throw block.reason;
    },
    onBlocked: (listener: () => void) => {
      blocked.push(listener);
      return () => undefined;
    },
    code: async () => {
      await code.whileRead();
      return code.text;
    },
    secrets: async () => secrets,
    list: async () => [installed],
  } as unknown as PluginInstalls;
  const egress = {
    async request(request: EgressRequest): Promise<EgressResponse> {
      asked.push(request);
      busy.streams += 1;
      busy.mostStreams = Math.max(busy.mostStreams, busy.streams);
      await new Promise((resolve) => setImmediate(resolve));
      return answerOf(request, () => {
        busy.streams -= 1;
      });
    },
  };
  /** A moment that counts who is in it. */
  const counted = async <T>(of: 'storage' | 'models', work: () => T): Promise<T> => {
    busy[of] += 1;
    const most = of === 'storage' ? 'mostStorage' : 'mostModels';
    busy[most] = Math.max(busy[most], busy[of]);
    await new Promise((resolve) => setImmediate(resolve));
    busy[of] -= 1;
    return work();
  };
  const storage = {
    get: (_: unknown, key: string) => counted('storage', () => JSON.parse(kept.get(key) ?? 'null')),
    set: (_: unknown, key: string, json: string) => counted('storage', () => void kept.set(key, json)),
    delete: (_: unknown, key: string) => counted('storage', () => void kept.delete(key)),
    list: (_: unknown, prefix: string) =>
      counted('storage', () => [...kept.keys()].filter((key) => key.startsWith(prefix))),
  };
  const asWorkspace: string[] = [];
  const models = {
    model: async (workspaceId: string, type: string, name: object) => {
      asWorkspace.push(workspaceId);
      if (Object.values(name).some((text) => typeof text !== 'string')) throw new Error('a name is no text');
      await counted('models', () => undefined);
      async function* stream() {
        yield [{ type: 'text', text: 'hi' }];
      }
      return { description: { name: type }, model: { stream } };
    },
  };
  const pool = openModuleSandbox({ threads: 1, maxQueue: 10, idleMs: 60_000 });
  const tier = { ...sandboxTier({} as never), run: async (call: never) => sandboxTier(await pool).run(call) };
  const runner = new Runner({
    ...{ installs, egress, logger: recordingLogger(logs as never), models: models as never, storage: storage as never },
    tiers: { get: (id: string) => (id === tier.id ? tier : undefined) } as never,
  });
  /** Calls a tool with this body. */
  const run = (body: string, whole?: string) => {
    code.text = whole ?? `export default { tools: { run: async (call, host) => { ${body} } } };`;
    return runner.call({
      ...{ installed, target: { kind: 'tool', name: 'run' }, input: { arguments: { n: 1 } } },
      signal: new AbortController().signal,
      onPart: (parts) => void heard.push([...parts]),
    });
  };
  return {
    ...{ run, asked, logs, kept, heard, busy, asWorkspace, code },
    blockNow(reason: Error | null) {
      block.reason = reason;
      for (const listener of blocked) listener();
    },
    close: async () => {
      runner.close();
      await (await pool).close();
    },
  };
}

function toolOf(name: string) {
  return { name, title: 'Run', about: 'Runs.', parameters: [] };
}

/** A server that sends back what it was sent, in the way its path says. */
function answerOf(request: EgressRequest, onEnd: () => void): EgressResponse {
  const url = new URL(request.url);
  const sent = Object.fromEntries((request.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]));
  const { 'x-api-key': key = '', authorization = '', 'x-pin': pin = '' } = sent;
  const all = [key, authorization, pin, url.href].join(' | ');
  const ways: Readonly<Record<string, () => [string | Uint8Array, Record<string, string>?, number?]>> = {
    '/plain': () => [all],
    '/json': () => [JSON.stringify({ key, authorization, pin, url: url.href }).replaceAll('/', '\\/')],
    '/headers': () => ['', { 'x-key': key, 'x-auth': authorization, 'x-pin': pin, 'x-url': url.href }],
    '/latin1': () => ['', { 'x-auth': Buffer.from(all).toString('latin1') }],
    '/base64': () => [Buffer.from(key).toString('base64')],
    '/base64url': () => [Buffer.from(key).toString('base64url')],
    '/hex': () => [Buffer.from(key).toString('hex')],
    '/form': () => [new URLSearchParams({ key, authorization }).toString()],
    '/moved': () => ['', { location: `/plain?seen=${encodeURIComponent(key)}` }, 302],
    '/away': () => ['', { location: 'https://evil.example/' }, 302],
    '/inside': () => ['', { location: 'http://127.0.0.1/' }, 307],
    '/round': () => ['', { location: '/round' }, 302],
    '/wild': () => ['', { location: 'https://a.wild.example/plain' }, 307],
    '/nowhere': () => ['', { location: 'http://[' }, 302],
    '/script': () => ['', { location: 'javascript:alert(1)' }, 302],
    '/bad-json': () => ['{"a":'],
    '/huge': () => [Buffer.alloc(11 * 1024 * 1024, 97)],
    '/cookie': () => ['', { 'set-cookie': `k=${key}` }],
    // An answer in a form that the request has asked for.
    '/packed': () => (sent['accept-encoding'] === undefined ? [all] : [gzipSync(all)]),
  };
  const [body, headers = {}, status = 200] = ways[url.pathname]?.() ?? ['ok'];
  const bytes = Buffer.from(body);
  async function* content() {
    // In pieces of three bytes, as bad as a network can be; of what is large in larger ones.
    const size = bytes.length > 10_000 ? 65_536 : 3;
    for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size));
    onEnd();
  }
  return {
    ...{ url: request.url, status, headers, body: Object.assign(content(), { destroy: onEnd }) },
    async bytes(limit) {
      onEnd();
      if (bytes.length > limit) throw new Error('too large');
      return new Uint8Array(bytes);
    },
    text: async () => bytes.toString('utf8'),
  };
}
