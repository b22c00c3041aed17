import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createSockets } from './sockets.ts';

async function listen() {
  const server = createServer((socket) => socket.on('error', () => {}).end('220 hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const names: Readonly<Record<string, readonly string[]>> = {
  'mail.test': ['127.0.0.1'],
  'mixed.test': ['10.0.0.7', '127.0.0.1'],
  'private.test': ['10.0.0.7', 'fd00::1'],
};
const resolve = async (host: string) => {
  const found = names[host];
  if (found === undefined) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

it('connects to allowed addresses of a name only', async () => {
  await using server = await listen();
  const sockets = createSockets({ allow: ['127.0.0.1'], resolve });
  for (const host of ['127.0.0.1', 'MAIL.test', 'mixed.test']) {
    const socket = await sockets.connect({ host, port: server.port });
    const [greeting] = await socket.toArray();
    expect([socket.remoteAddress ?? '127.0.0.1', String(greeting)]).toEqual(['127.0.0.1', '220 hello']);
    socket.destroy();
  }
});

it('refuses what is private, however it is written', async () => {
  const sockets = createSockets({
    allow: [],
    resolve: async (host) => resolve(host === '0x7f000001' ? 'mail.test' : host),
  });
  for (const host of ['127.0.0.1', '[::1]', '::ffff:10.0.0.1', '169.254.169.254', 'private.test', '0x7f000001']) {
    await expect(sockets.connect({ host, port: 25 }), host).rejects.toMatchObject({ code: 'egress.address_refused' });
  }
});

it('says what is wrong with a host, a port, a server', async () => {
  const sockets = createSockets({ allow: ['127.0.0.1'], resolve });
  const code = (host: string, port: number, signal?: AbortSignal) =>
    sockets
      .connect({ host, port, ...(signal && { signal }) })
      .catch((error: { code?: string; name: string }) => error.code ?? error.name);
  expect(await code('a b', 25)).toBe('egress.invalid_request');
  expect(await code('mail.test', 70_000)).toBe('egress.invalid_request');
  expect(await code('unknown.test', 25)).toBe('egress.unreachable');
  expect(await code('127.0.0.1', 1)).toBe('egress.unreachable');
  const stopped = new AbortController();
  const waiting = code('mail.test', 1, stopped.signal);
  stopped.abort(Object.assign(new Error('stop'), { code: 'stopped' }));
  expect(await waiting).toBe('stopped');
});
