import { afterAll, beforeAll, describe, it } from 'vitest';
import { json, Public, type Route, route } from './contract.ts';
import { formType } from './testing/form.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const form = { method: 'POST', access: Public, summary: 'form', bodyType: 'multipart', bodyLimit: 8_388_608 } as const;

const routes: readonly Route[] = [
  route({
    ...form,
    id: 'reading',
    path: '/reading',
    async handle({ multipart }) {
      let size = 0;
      await multipart.read(async ({ content }) => {
        for await (const chunk of content) size += chunk.length;
      });
      return json({ size });
    },
  }),
  route({ id: 'plain', method: 'GET', path: '/plain', access: Public, summary: 'plain', handle: () => json({}) }),
  route({ id: 'v1', method: 'GET', path: '/v1/plain', access: Public, summary: 'plain', handle: () => json({}) }),
];

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({ routes });
});
afterAll(() => running.close());

const delimiter = `--${formType.split('boundary=')[1]}`;
/** More than a socket and the parser hold at once. */
const large = 'x'.repeat(1_500_000);
const file = `${delimiter}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${large}`;

describe('a form that is none', () => {
  it.each([
    ['a part whose header is no header', `${delimiter}\r\nno header\r\n\r\n${large}\r\n${delimiter}--\r\n`],
    ['a zero byte in a name', `${file.replace('"a"', '"a\0b"')}\r\n${delimiter}--\r\n`],
    ['headers that never end', `${delimiter}\r\nX: ${large}`],
    ['a second part that is none', `${file}\r\n${delimiter}\r\nbad\0: header\r\n\r\n${large}`],
    ['no end', file],
    ['no part', large],
  ])('is answered, and the connection goes on: %s', async (_, body) => {
    for (const head of [`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, 'Transfer-Encoding: chunked\r\n\r\n']) {
      const connection = await rawConnection(running.address);
      connection.send(`POST /reading HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\n${head}`);
      connection.send(head.startsWith('T') ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body);
      await connection.until(/^HTTP\/1\.1 400 [\s\S]*"bad_request"/);
      connection.send('GET /plain HTTP/1.1\r\nHost: x\r\n\r\n');
      await connection.until(/HTTP\/1\.1 200 /);
      connection.socket.destroy();
    }
  });
});

describe('a request with two Host headers', () => {
  it.each(['GET /plain', 'GET /v1/plain', 'OPTIONS /v1/plain', 'GET /nothing'])('is refused: %s', async (line) => {
    for (const second of ['Host: b', 'host: a', 'HOST:']) {
      const connection = await rawConnection(running.address);
      connection.send(`${line} HTTP/1.1\r\nHost: a\r\n${second}\r\n\r\n`);
      await connection.until(/^HTTP\/1\.1 400 [\s\S]*more than one Host/);
      connection.socket.destroy();
    }
  });
});
