import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownTls } from '#plugins/sso/testing/own-tls.ts';
import { createEgress, type EgressSettings } from './client.ts';
import type { Resolve, ResolvedAddress } from './look-up.ts';
import { MORE_THAN_BUFFERED } from './testing/deaf-server.ts';
import { startServer } from './testing/local-server.ts';

const LOOPBACK = ['127.0.0.0/8'];

async function withClient<T>(
  settings: EgressSettings,
  use: (client: ReturnType<typeof createEgress>) => Promise<T>,
): Promise<T> {
  const client = createEgress(settings);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function names(table: Record<string, string[]>): Resolve {
  return async (host) => (table[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

describe('requests', () => {
  it('send method, headers and body, and read status, headers and body', async () => {
    await using server = await startServer((request, response) => {
      response.writeHead(201, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] });
      response.end(`${request.method} ${request.url} ${request.headers['x-one']} ${request.body.toString()}`);
    });
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({
        url: `${server.url}/path?x=1#fragment`,
        method: 'post',
        headers: [['X-One', 'größe']],
        body: 'hëllo',
      });
      expect(response.status).toBe(201);
      expect(response.headers['set-cookie']).toBe('a=1, b=2');
      expect(await response.text(1000)).toContain('POST /path?x=1 ');
      expect(server.seen[0]?.body.toString()).toBe('hëllo');
    });
  });

  it('send a long body whole, over connections that are kept, and read an answer that comes before its end', async () => {
    await using server = await startServer((request, response) => response.end(String(request.body.length)));
    const early = createServer((request, response) => {
      request.on('error', () => {});
      response.writeHead(413).end('too much');
    }).listen(0, '127.0.0.1');
    await once(early, 'listening');
    onTestFinished(() => {
      early.closeAllConnections();
      early.close();
    });
    const { port } = early.address() as AddressInfo;
    await withClient({ allow: LOOPBACK }, async (client) => {
      const post = (url: string, body: string | Uint8Array) => client.request({ url, method: 'POST', body });
      const text = 'ü€'.repeat(300_000);
      for (const body of [text, Buffer.from(text), 'short', text]) {
        const response = await post(server.url, body);
        expect(await response.text(100)).toBe(String(Buffer.byteLength(body)));
        expect(server.seen.at(-1)?.body.toString()).toBe(body.toString());
        expect(server.seen.at(-1)?.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(body)) });
        expect(server.seen.at(-1)?.headers['transfer-encoding']).toBeUndefined();
      }
      const refused = await post(`http://127.0.0.1:${port}`, Buffer.alloc(MORE_THAN_BUFFERED));
      expect([refused.status, await refused.text(100)]).toEqual([413, 'too much']);
    });
  });

  it('take user and password from the address, also with a broken escape', async () => {
    await using server = await startServer((request, response) => response.end(request.headers.authorization));
    await withClient({ allow: LOOPBACK }, async (client) => {
      for (const [given, sent] of [
        ['a%40b:c', 'a@b:c'],
        ['%zz:c', '%zz:c'],
      ] as const) {
        const url = server.url.replace('//', `//${given}@`);
        const response = await client.request({ url, method: 'GET' });
        expect(await response.text(1000)).toBe(`Basic ${Buffer.from(sent).toString('base64')}`);
      }
    });
  });

  it('refuse line breaks in headers and never send them', async () => {
    await using server = await startServer((_request, response) => response.end());
    await withClient({ allow: LOOPBACK }, async (client) => {
      for (const [name, value] of [
        ['x', 'a\r\nevil: 1'],
        ['x', 'a\nb'],
        ['x\r\ny', '1'],
        ['x y', '1'],
        ['', '1'],
        ['x', 'a\0b'],
      ] as const) {
        await expect(
          client.request({ url: server.url, method: 'GET', headers: [[name, value]] }),
        ).rejects.toMatchObject({
          code: 'egress.invalid_request',
        });
      }
      expect(server.seen).toHaveLength(0);
    });
  });

  it("leave the connection's own headers to the client", async () => {
    await using server = await startServer((_request, response) => response.end());
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({
        url: server.url,
        method: 'POST',
        headers: [
          ['Content-Length', '3'],
          ['Transfer-Encoding', 'chunked'],
          ['Connection', 'upgrade'],
          ['Expect', '100-continue'],
        ],
        body: 'longer than three',
      });
      await response.text(10);
      expect(server.seen[0]?.headers['content-length']).toBe('17');
      expect(server.seen[0]?.headers['transfer-encoding']).toBeUndefined();
    });
  });

  it.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://example.com/',
    'javascript:1',
    'not a url',
    'http://[fe80::1%25eth0]/',
  ])('refuse %s', async (url) => {
    await withClient({ allow: [] }, async (client) => {
      await expect(client.request({ url, method: 'GET' })).rejects.toMatchObject({ code: 'egress.invalid_request' });
    });
  });

  it('refuse CONNECT, TRACE and methods that are none', async () => {
    await withClient({ allow: LOOPBACK }, async (client) => {
      for (const method of ['CONNECT', 'trace', 'GET / HTTP/1.1\r\n', '']) {
        await expect(client.request({ url: 'http://127.0.0.1/', method })).rejects.toMatchObject({
          code: 'egress.invalid_request',
        });
      }
    });
  });
});

describe('addresses that are not public', () => {
  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://0x7f000001',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://0',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://169.254.169.254',
    'http://[fd00:ec2::254]',
    'http://100.100.100.200',
    'http://192.0.0.192',
    'http://localhost',
    'http://LOCALHOST',
    'http://①②⑦.⓪.⓪.①',
    'http://127。0。0。1',
  ])('are refused as %s, before anything is sent', async (origin) => {
    await using server = await startServer((_request, response) => response.end('secret'));
    await withClient({ allow: [] }, async (client) => {
      const request = client.request({ url: `${origin}:${server.port}/latest/meta-data`, method: 'GET' });
      await expect(request).rejects.toMatchObject({ code: 'egress.address_refused', kind: 'forbidden' });
      expect(server.seen).toHaveLength(0);
    });
  });

  it.each([['10.1.2.3'], ['::1'], ['::ffff:192.168.0.1'], ['fe80::1%eth0'], ['0.0.0.0']])(
    'are refused when a name resolves to %s',
    async (address) => {
      await withClient({ allow: [], resolve: names({ 'evil.example': [address] }) }, async (client) => {
        await expect(client.request({ url: 'http://evil.example:9/', method: 'GET' })).rejects.toMatchObject({
          code: 'egress.address_refused',
        });
      });
    },
  );

  it('are skipped when a name also has an address that is allowed', async () => {
    await using forbidden = await startServer((_request, response) => response.end('forbidden'), '127.0.0.1');
    await using allowed = await startServer((_request, response) => response.end('allowed'), '127.0.0.2');
    const resolve = names({ 'mixed.example': ['127.0.0.1', '127.0.0.2'] });
    await withClient({ allow: ['127.0.0.2'], resolve }, async (client) => {
      const response = await client.request({ url: `http://mixed.example:${allowed.port}/`, method: 'GET' });
      expect(await response.text(100)).toBe('allowed');
      expect(forbidden.seen).toHaveLength(0);
    });
  });

  it('are refused when a name is rebound after its first request', async () => {
    await using server = await startServer(
      (_request, response) => response.writeHead(200, { connection: 'close' }).end('ok'),
      '0.0.0.0',
    );
    const answers: ResolvedAddress[][] = [[{ address: '127.0.0.2', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
    let lookups = 0;
    const resolve = async () => answers[lookups++] ?? [];
    await withClient({ allow: ['127.0.0.2'], resolve }, async (client) => {
      const url = `http://rebind.example:${server.port}/`;
      expect(await (await client.request({ url, method: 'GET' })).text(10)).toBe('ok');
      expect(lookups).toBe(1);
      await expect(client.request({ url, method: 'GET' })).rejects.toMatchObject({ code: 'egress.address_refused' });
      expect(server.seen).toHaveLength(1);
    });
  });

  it('are reached when the operator names host and port', async () => {
    await using server = await startServer((_request, response) => response.end('ok'));
    await withClient({ allow: [`localhost:${server.port}`] }, async (client) => {
      expect(await (await client.request({ url: `http://localhost:${server.port}/`, method: 'GET' })).text(10)).toBe(
        'ok',
      );
      await expect(
        client.request({ url: `http://localhost:${server.port + 1}/`, method: 'GET' }),
      ).rejects.toMatchObject({
        code: 'egress.address_refused',
      });
      await expect(client.request({ url: server.url, method: 'GET' })).rejects.toMatchObject({
        code: 'egress.address_refused',
      });
    });
  });
});

describe('redirects', () => {
  it('are not followed unless asked for', async () => {
    await using server = await startServer((_request, response) =>
      response.writeHead(302, { location: '/next' }).end(),
    );
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({ url: server.url, method: 'GET' });
      expect(response.status).toBe(302);
      response.body.destroy();
    });
  });

  it('to a private address are refused', async () => {
    await using inner = await startServer((_request, response) => response.end('secret'), '127.0.0.1');
    await using outer = await startServer(
      (_request, response) => response.writeHead(302, { location: inner.url }).end(),
      '127.0.0.2',
    );
    await withClient({ allow: ['127.0.0.2'] }, async (client) => {
      const request = client.request({ url: outer.url, method: 'GET', maxRedirects: 3 });
      await expect(request).rejects.toMatchObject({ code: 'egress.address_refused' });
      expect(inner.seen).toHaveLength(0);
    });
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/'])('to %s are refused', async (location) => {
    await using server = await startServer((_request, response) => response.writeHead(302, { location }).end());
    await withClient({ allow: LOOPBACK }, async (client) => {
      await expect(client.request({ url: server.url, method: 'GET', maxRedirects: 3 })).rejects.toMatchObject({
        code: 'egress.invalid_request',
      });
    });
  });

  it('over http are refused where only https is wanted, also when they lead back to https', async () => {
    const tls = await ownTls('127.0.0.1');
    await using plain = await startServer((_request, response) =>
      response.writeHead(302, { location: `${secure.url}/end` }).end(),
    );
    await using secure = await startServer(
      ({ url }, response) => {
        if (url === '/end') response.end('end');
        else response.writeHead(302, { location: url === '/down' ? plain.url : '/end' }).end();
      },
      '127.0.0.1',
      tls,
    );
    await withClient({ allow: LOOPBACK }, async (client) => {
      const ask = async (url: string, httpsOnly: boolean) => {
        const request = { url, method: 'GET', maxRedirects: 3, verifyTls: false, httpsOnly };
        return (await client.request(request)).text(10);
      };
      expect(await ask(`${secure.url}/down`, false)).toBe('end');
      expect(await ask(`${secure.url}/same`, true)).toBe('end');
      const before = plain.seen.length;
      for (const url of [`${secure.url}/down`, plain.url]) {
        await expect(ask(url, true)).rejects.toMatchObject({
          code: 'egress.invalid_request',
          message: expect.stringContaining('not https'),
        });
      }
      expect(plain.seen).toHaveLength(before);
    });
  });

  it('attack T11: lose credentials on the way to another origin and keep them within one', async () => {
    await using other = await startServer((_request, response) => response.end('other'));
    await using first = await startServer((request, response) => {
      response.writeHead(307, { location: request.url === '/' ? '/same' : `${other.url}/` }).end();
    });
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({
        url: `${first.url}/`,
        method: 'POST',
        headers: [
          ['Authorization', 'Bearer canary'],
          ['Cookie', 'c=canary'],
          ['X-Api-Key', 'canary'],
          ['Host', 'first.example'],
          ['X-Plain', 'kept'],
        ],
        secretHeaders: ['x-api-key'],
        body: 'again',
        maxRedirects: 5,
      });
      expect(await response.text(10)).toBe('other');
      expect(response.url).toBe(`${other.url}/`);
      expect(first.seen[1]?.headers.authorization).toBe('Bearer canary');
      expect(other.seen[0]?.body.toString()).toBe('again');
      expect(other.seen[0]?.headers['x-plain']).toBe('kept');
      expect(JSON.stringify(other.seen[0]?.rawHeaders)).not.toMatch(/canary|first\.example/);
    });
  });

  it('turn POST into GET after 302 and 303, without the body', async () => {
    await using server = await startServer((request, response) => {
      if (request.url === '/') response.writeHead(303, { location: '/done' }).end();
      else response.end(request.method);
    });
    await withClient({ allow: LOOPBACK }, async (client) => {
      const headers = [['Content-Type', 'text/plain']] as const;
      const response = await client.request({ url: server.url, method: 'POST', body: 'x', headers, maxRedirects: 1 });
      expect(await response.text(10)).toBe('GET');
      expect(server.seen[1]?.headers['content-type']).toBeUndefined();
    });
  });

  it('end after the allowed number', async () => {
    await using server = await startServer((_request, response) => response.writeHead(302, { location: '/' }).end());
    await withClient({ allow: LOOPBACK }, async (client) => {
      await expect(client.request({ url: server.url, method: 'GET', maxRedirects: 3 })).rejects.toMatchObject({
        code: 'egress.too_many_redirects',
      });
      expect(server.seen).toHaveLength(4);
    });
  });
});
