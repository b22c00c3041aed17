import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { access, json, Public, type Route, route } from './contract.ts';
import { formType } from './testing/form.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const Key = access('key');
const authenticator = {
  id: 'key',
  authenticate: () => Promise.reject(new PlatformError('unauthenticated', 'test.unauthorized', 'Unknown key')),
};
const refuse = () => {
  throw new PlatformError('invalid', 'test.refused', 'No');
};
const taken = { method: 'POST', summary: '', handle: () => json({ taken: true }) } as const;
const routes: readonly Route[] = [
  route({ ...taken, id: 'ok', method: 'GET', path: '/ok', access: Public }),
  route({ ...taken, id: 'keyed', path: '/keyed', access: Key, body: { type: 'object' } }),
  route({ ...taken, id: 'keyed-form', path: '/keyed-form', access: Key, bodyType: 'multipart' }),
  route({ ...taken, id: 'small', path: '/small', access: Public, body: { type: 'object' } }),
  route({ ...taken, id: 'bodiless', path: '/bodiless', access: Public }),
  route({ ...taken, id: 'form', path: '/form', access: Public, bodyType: 'multipart', handle: refuse }),
];

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({ routes, authenticators: [authenticator], config: { bodyLimit: 1000 } });
});
afterAll(() => running.close());

/** More than sockets and streams hold: who doesn't read it stops its sender. */
const body = 'x'.repeat(8_000_000);
const framings = {
  'of a length': { header: `Content-Length: ${body.length}`, text: body },
  'in chunks': { header: 'Transfer-Encoding: chunked', text: `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` },
};
const json2 = 'application/json';

describe.each(Object.entries(framings))('a body %s that nobody reads', (_, { header, text }) => {
  it.each([
    ['an unknown key', 401, '/keyed', json2],
    ['an unknown key of a form', 401, '/keyed-form', formType],
    ['no such path', 404, '/nothing', json2],
    ['a path that takes another method', 405, '/ok', json2],
    ['a path with slashes too many', 308, '//small', json2],
    ['another type', 415, '/small', 'text/plain'],
    ['too many bytes', 413, '/small', json2],
    ['a form that is refused before it is read', 400, '/form', formType],
    ['a form without a boundary', 400, '/form', 'multipart/form-data'],
    ['no need of one', 200, '/bodiless', json2],
  ])('for %s leaves its connection to the next request', async (_case, status, path, type) => {
    const connection = await rawConnection(running.address);
    const half = text.length / 2;
    connection.send(`POST ${path} HTTP/1.1\r\nHost: t\r\nContent-Type: ${type}\r\n${header}\r\n\r\n`);
    connection.send(text.slice(0, half));
    expect(await connection.until(/\r\n\r\n/)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(connection.received()).not.toMatch(/^Connection: close/im);
    connection.send(`${text.slice(half)}GET /ok HTTP/1.1\r\nHost: t\r\n\r\n`);
    expect(await connection.until(/"taken":true\}\n$/)).toMatch(/HTTP\/1\.1 200 /);
    connection.socket.destroy();
  });
});
