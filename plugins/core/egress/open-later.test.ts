import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openLater } from './open-later.ts';
import { create } from './thread.ts';

async function answering(text: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('opens with its first calls, however many come at once, and closes what it opened', async () => {
  const { url, server } = await answering('here');
  const client = openLater({ allow: ['127.0.0.0/8'] });
  const call = async () => (await client.request({ url, method: 'GET' })).text(100);
  expect(await Promise.all([call(), call()])).toEqual(['here', 'here']);
  expect(await call()).toBe('here');
  await client.close();
  const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(0);
});

it('refuses before it was ever opened what it refuses later', async () => {
  const client = openLater({ allow: [] });
  await expect(client.request({ url: 'http://127.0.0.1/', method: 'GET' })).rejects.toThrow('127.0.0.1');
  await expect(client.check('http://127.0.0.1/')).rejects.toThrow('127.0.0.1');
});

it('closes without having been opened', async () => {
  await openLater({ allow: [] }).close();
});

it('serves a thread that asks at once', async () => {
  const { url } = await answering('early');
  const client = create({ allow: ['127.0.0.0/8'] });
  expect(await (await client.request({ url, method: 'GET' })).text(100)).toBe('early');
  await client.close();
});
