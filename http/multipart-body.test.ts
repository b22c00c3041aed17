import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { json, Public, type Route, route } from './contract.ts';
import { formType, type RawPart, rawFile, rawForm } from './testing/form.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

interface Seen {
  readonly name: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
}

/** What ended the reading of a file, in the order it happened. */
const broken: unknown[] = [];
let onBroken: () => void = () => {};

const form = { method: 'POST', access: Public, summary: 'form', bodyType: 'multipart' } as const;

const routes: readonly Route[] = [
  route({
    ...form,
    id: 'seen',
    path: '/seen',
    bodyLimit: 8 * 1024 * 1024,
    async handle({ multipart }) {
      const files: Seen[] = [];
      const fields = await multipart.read(async ({ content, ...part }) => {
        const hash = createHash('sha256');
        let size = 0;
        try {
          for await (const chunk of content) {
            hash.update(chunk);
            size += chunk.length;
          }
        } catch (error) {
          broken.push(error);
          onBroken();
          throw error;
        }
        files.push({ ...part, size, sha256: hash.digest('hex') });
      });
      return json({ files, fields: [...fields] });
    },
  }),
  route({
    ...form,
    id: 'refusing',
    path: '/refusing',
    bodyLimit: 8 * 1024 * 1024,
    handle: async ({ multipart }) => {
      await multipart.read(async () => {
        throw new TypeError('no');
      });
      return json({});
    },
  }),
  route({
    ...form,
    id: 'skipping',
    path: '/skipping',
    handle: async ({ multipart }) => {
      const names: string[] = [];
      await multipart.read(async ({ name }) => void names.push(name));
      return json({ names });
    },
  }),
  route({ ...form, id: 'deaf', path: '/deaf', handle: () => json({ read: false }) }),
  route({ ...form, id: 'text', path: '/text', bodyType: 'text', handle: ({ multipart }) => json(multipart) }),
];

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({ routes });
});
afterAll(() => running.close());

afterEach(() => {
  broken.length = 0;
  onBroken = () => {};
});

async function send(path: string, body: FormData | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answer = await fetch(running.address + path, { method: 'POST', body, headers });
  return { status: answer.status, ...((await answer.json()) as { code?: string; files: Seen[]; fields: string[][] }) };
}

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: 5000\r\n\r\n`;

const sendRaw = (parts: readonly RawPart[], path = '/seen') =>
  send(path, new Uint8Array(rawForm(parts)), { 'content-type': formType });

describe('a form', () => {
  it('is read with files and texts in any order', async () => {
    const data = new FormData();
    data.append('user', 'before');
    data.append('file', new File([new Uint8Array(3_000_000).fill(7)], 'big.bin', { type: 'Image/PNG' }));
    data.append('empty', new File([], '空 "é".txt'));
    data.append('user', 'after');
    const { files, fields } = await send('/seen', data);
    expect(fields).toEqual([['user', 'after']]);
    expect(files).toEqual([
      {
        name: 'file',
        filename: 'big.bin',
        mediaType: 'image/png',
        size: 3_000_000,
        sha256: createHash('sha256').update(new Uint8Array(3_000_000).fill(7)).digest('hex'),
      },
      expect.objectContaining({ name: 'empty', size: 0 }),
    ]);
    expect(files[1]?.filename).toMatch(/^空 .*é.*\.txt$/);
  });

  it('keeps bytes that look like a boundary but are none', async () => {
    const content = '\r\n--weft-test-boundar\r\n-\r\n--\r\n';
    const { files } = await sendRaw([rawFile('name="file"; filename="a"', content)]);
    expect(files[0]?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('gives hostile names as what they are: labels', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\windows\\x',
      '.htaccess',

      '‮gpj.exe',
      '<img src=x onerror=alert(1)>',
    ];
    for (const name of names) {
      const { files } = await sendRaw([rawFile(`name="__proto__"; filename="${name.replaceAll('\\', '\\\\')}"`)]);
      expect(files[0]).toMatchObject({ name: '__proto__', filename: name });
    }
  });

  it('takes what names no file for a text, whatever its type', async () => {
    const { files, fields } = await sendRaw([
      rawFile('name="user"', 'kim é', 'application/octet-stream'),
      rawFile('name="file"; filename="a"', 'x', 'application/octet-stream'),
      rawFile('name="type"', 'TXT', 'image/png'),
      rawFile('x="y"', 'nameless', 'application/octet-stream'),
      rawFile('name="empty"; filename=""', '', 'application/octet-stream'),
    ]);
    expect(files.map(({ name, filename }) => [name, filename])).toEqual([['file', 'a']]);
    expect(fields.sort()).toEqual([
      ['empty', ''],
      ['type', 'TXT'],
      ['user', 'kim é'],
    ]);
  });

  it('tells parts without a name of field or type', async () => {
    const { files } = await sendRaw([
      rawFile('filename="a.txt"'),
      { headers: ['Content-Disposition: form-data; name="file"; filename="typeless"'], content: 'x' },
    ]);
    expect(files.map(({ name, filename, mediaType }) => [name, filename, mediaType])).toEqual([
      ['', 'a.txt', 'text/plain'],
      ['file', 'typeless', ''],
    ]);
  });

  it('tells files that name no media type from those that do, however the bytes arrive', async () => {
    const body = rawForm([
      { headers: ['Content-Disposition: form-data; name="a"; filename="a"'], content: '\r\n--weft-test\r\n\r\nx\r' },
      { headers: ['Content-Disposition: form-data; name="user"'], content: 'kim' },
      rawFile('name="b"; filename="b"', '\r\n\r\n'),
      { headers: ['content-type: a/B;q=1', 'Content-Disposition: form-data; name="c"; filename="c"'], content: '' },
    ]);
    const connection = await rawConnection(running.address);
    connection.send(
      head('/seen').replace('5000', String(body.length)).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    connection.socket.setNoDelay();
    for (const byte of body) {
      connection.send(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const received = await connection.closed();
    const { files, fields } = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4)) as Awaited<
      ReturnType<typeof sendRaw>
    >;
    expect(files.map(({ name, mediaType, size }) => [name, mediaType, size])).toEqual([
      ['a', '', 19],
      ['b', 'text/plain', 4],
      ['c', 'a/b', 0],
    ]);
    expect(fields).toEqual([['user', 'kim']]);
  });

  it('may keep prototype names in fields without harm', async () => {
    const { fields } = await sendRaw([
      { headers: ['Content-Disposition: form-data; name="__proto__"'], content: '{"polluted":1}' },
    ]);
    expect(fields).toEqual([['__proto__', '{"polluted":1}']]);
    expect('polluted' in {}).toBe(false);
  });

  it('of nothing has no parts', async () => {
    const answer = await fetch(`${running.address}/seen`, { method: 'POST' });
    expect(await answer.json()).toEqual({ files: [], fields: [] });
  });

  it('is skipped where its receiver leaves it, and where nobody reads it', async () => {
    const parts = [rawFile('name="a"; filename="a"', 'x'.repeat(600_000)), rawFile('name="b"; filename="b"')];
    expect(await sendRaw(parts, '/skipping')).toMatchObject({ status: 200, names: ['a', 'b'] });
    expect(await sendRaw(parts, '/deaf')).toMatchObject({ status: 200, read: false });
  });
});

describe('what is no form is refused', () => {
  it.each([
    ['another type', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['another form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['a packed body', { 'content-type': formType, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['no boundary', { 'content-type': 'multipart/form-data' }, 400, 'bad_request'],
    ['another boundary', { 'content-type': 'multipart/form-data; boundary=other' }, 400, 'bad_request'],
  ])('for %s', async (_name, headers, status, code) => {
    const body = new Uint8Array(rawForm([rawFile('name="file"; filename="a.txt"')]));
    expect(await send('/seen', body, headers)).toMatchObject({ status, code });
  });

  it('for a body that ends inside a file, whose receiver learns of it', async () => {
    const whole = rawForm([rawFile('name="file"; filename="a.txt"', 'x'.repeat(1000))]);
    const answer = await send('/seen', new Uint8Array(whole.subarray(0, 600)), { 'content-type': formType });
    expect(answer).toMatchObject({ status: 400, code: 'bad_request' });
    expect(broken).toHaveLength(1);
  });

  it('for a zero byte in a name', async () => {
    expect(await sendRaw([rawFile('name="file"; filename="a\0b"')])).toMatchObject({
      status: 400,
      code: 'bad_request',
    });
  });

  it('for headers of a part that never end, a text that is too long, and too many parts', async () => {
    const text = (name: string, content: string) => ({
      headers: [`Content-Disposition: form-data; name="${name}"`],
      content,
    });
    const long = rawFile('name="user"', 'x'.repeat(70_000), 'application/octet-stream');
    const endless = { headers: [`X: ${'y'.repeat(100_000)}`], content: '' };
    for (const parts of [[endless], [text('user', 'x'.repeat(70_000))], Array(100).fill(text('a', 'b')), [long]]) {
      expect(await sendRaw(parts)).toMatchObject({ status: 400, code: 'bad_request' });
    }
  });

  it('beyond the limit, told beforehand or not', async () => {
    const large = new Uint8Array(rawForm([rawFile('name="file"; filename="a"', Buffer.alloc(9 * 1024 * 1024))]));
    const told = await send('/seen', large, { 'content-type': formType });
    const untold = await fetch(`${running.address}/seen`, {
      method: 'POST',
      headers: { 'content-type': formType },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(told).toMatchObject({ status: 413, code: 'request_too_large' });
    expect([untold.status, await untold.json()]).toMatchObject([413, { code: 'request_too_large' }]);
    expect(broken).toHaveLength(1);
  });
});

describe('a form that stops', () => {
  it('because its receiver fails is answered, though more arrives', async () => {
    const parts = [rawFile('name="file"; filename="a"', Buffer.alloc(4 * 1024 * 1024))];
    expect(await sendRaw(parts, '/refusing')).toMatchObject({ status: 500, code: 'internal_server_error' });
  });

  const start = rawForm([rawFile('name="file"; filename="a.txt"', 'x'.repeat(100))]).subarray(0, 200);

  const nextBroken = () =>
    new Promise<void>((resolve) => {
      onBroken = resolve;
    });

  it('because the client leaves ends its file with an error', async () => {
    const ended = nextBroken();
    const connection = await rawConnection(running.address);
    connection.send(head('/seen'));
    connection.send(start);
    connection.socket.destroySoon();
    await ended;
  });

  it('because the client falls asleep is ended by the deadline of requests', async () => {
    const ended = nextBroken();
    const impatient = await startTestServer({ config: { requestTimeout: 300, deadlineCheckInterval: 50 }, routes });
    const connection = await rawConnection(impatient.address);
    connection.send(head('/seen'));
    connection.send(start);
    expect(await connection.closed()).toMatch(/ 400 [\s\S]*did not arrive in time/);
    await ended;
    await impatient.close();
  });

  it('is waited for while it moves, and no longer', async () => {
    const ended = nextBroken();
    const impatient = await startTestServer({ config: { requestTimeout: 300, deadlineCheckInterval: 20 }, routes });
    const body = rawForm([rawFile('name="file"; filename="a"', 'x'.repeat(4500))]);
    const request = head('/seen').replace('5000', String(body.length));
    const moving = await rawConnection(impatient.address);
    moving.send(request);
    for (let at = 0; at < body.length; at += 500) {
      moving.send(body.subarray(at, at + 500));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(await moving.until(/sha256/)).toMatch(/ 200 /);
    moving.socket.destroy();
    const dripping = await rawConnection(impatient.address);
    dripping.send(request + body.subarray(0, 1000).toString());
    const drip = setInterval(() => dripping.send('x'), 20);
    expect(await dripping.closed()).toMatch(/ 400 [\s\S]*did not arrive in time/);
    clearInterval(drip);
    await ended;
    await impatient.close();
  });

  it('is asked for only when it may come', async () => {
    const connection = await rawConnection(running.address);
    connection.send(head('/seen').replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    await connection.until(/100 Continue/);
    connection.socket.destroy();
    const other = await rawConnection(running.address);
    other.send(head('/seen').replace('5000', '99999999').replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    expect(await other.until(/request_too_large/)).not.toMatch(/100 Continue/);
    other.socket.destroy();
  });
});
