import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { openSockets } from '#plugins/egress/testing/open-sockets.ts';
import { ownTls } from '#plugins/sso/testing/own-tls.ts';
import { callTool, type ToolInvocation } from '#plugins/tools/contract.ts';
import { toolHostCalls } from '#plugins/tools/testing/tool-host.ts';
import { readAddress } from './address.ts';
import { sqlTools } from './tools.ts';

/** Asks the address; nothing may be there. */
async function ask(
  db_uri: string,
  { allow, deadline = 100 }: { allow?: string[]; deadline?: number } = {},
): Promise<unknown> {
  const settings = { sockets: openSockets(allow), statementTimeout: 100, deadline, allowWeftDatabase: false };
  const invocation = {
    arguments: { query: 'select 1', db_uri },
    credentials: {},
    signal: new AbortController().signal,
  };
  return sqlTools(settings)[0]?.invoke(invocation as unknown as ToolInvocation);
}

/** A server that answers what it is sent so. */
async function hostile(answer: (socket: Socket, sent: Buffer) => void) {
  const sent: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (piece: Buffer) => {
      sent.push(piece);
      answer(socket, piece);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    uri: `postgresql://ada:canary@127.0.0.1:${port}/name?sslmode=disable`,
    sent: () => Buffer.concat(sent).toString('latin1'),
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

describe('where a database may be', () => {
  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001', 'localhost'])(
    'private addresses are refused: %s',
    async (host) => {
      await expect(ask(`postgres://a:canary@${host}/x`, { allow: [], deadline: 10_000 })).rejects.toMatchObject({
        code: 'egress.address_refused',
        message: expect.not.stringContaining('canary'),
      });
    },
  );

  it.each([
    'mysql+pymysql://a:canary@db.test/x',
    'sqlite:////etc/canary',
    'postgres:///x?host=/var/run/canary',
    'postgres://a:canary@/x',
    'postgres://a:canary@db.test:99999/x',
    'postgres://a:canary@db.test/',
    'postgres://:canary@db.test/x',
    'postgres://a:%canary@db.test/x',
    'postgres://a:canary%00@db.test/x',
    'postgres://a:canary@db.test/x?sslmode=prefer',
    'postgres://a:canary@db.test/x?access=all',
    'postgres://a:canary@db.test/x?options=-c%20canary',
    'canary',
  ])('what is no address is refused, unseen: %s', (text) => {
    const message = expect.not.stringContaining('canary');
    expect(() => readAddress(text)).toThrow(expect.objectContaining({ code: 'tool-sql.invalid_address', message }));
  });
});

describe('a server that is none', () => {
  it('hangs: the call ends in its time', async () => {
    await using server = await hostile(() => {});
    await expect(ask(server.uri)).rejects.toMatchObject({ code: 'tool-sql.timed_out' });
  });

  it('ends the connection, or speaks something else', async () => {
    await using server = await hostile((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const code = 'tool-sql.not_connected';
    await expect(ask(server.uri, { deadline: 10_000 })).rejects.toMatchObject({ code });
  });

  it('announces an endless message: it is read no further than the limit', async () => {
    await using server = await hostile((socket) => {
      socket.write(Buffer.from([0x53, 0x7f, 0xff, 0xff, 0xff]));
      socket.write(Buffer.alloc(20 * 1024 * 1024));
    });
    await expect(ask(server.uri, { deadline: 20_000 })).rejects.toMatchObject({ code: 'tool-sql.too_large' });
  });

  it("gets no password of the server's own environment", async () => {
    vi.stubEnv('PGPASSWORD', 'house-canary');
    try {
      // Asks for the password in clear text, and goes when it has it.
      await using server = await hostile((socket, sent) => {
        if (sent[0] === 0x70) socket.destroy();
        else socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      });
      const asked = ask(server.uri.replace(':canary', ''), { deadline: 20_000 });
      await expect(asked).rejects.toMatchObject({ code: 'tool-sql.not_connected' });
      expect(server.sent()).toContain('ada');
      expect(server.sent()).not.toContain('house');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('has a certificate that nobody knows: it gets no password unless any is taken, and its answer is limited too', async () => {
    const { key, cert } = await ownTls('127.0.0.1');
    const heard: Buffer[] = [];
    await using server = await hostile((socket) => {
      socket.removeAllListeners('data');
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      secure.on('error', () => {});
      secure.on('data', (piece: Buffer) => {
        heard.push(piece);
        // Asks for the password in clear text, then sends more than anybody reads.
        if (heard.length === 1) secure.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        else secure.write(Buffer.concat([Buffer.from([0x53, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(20 * 1024 * 1024)]));
      });
    });
    const verified = server.uri.replace('disable', 'verify-full');
    const refused = { code: 'tool-sql.not_connected', message: expect.stringContaining('certificate') };
    await expect(ask(verified, { deadline: 20_000 })).rejects.toMatchObject(refused);
    expect(heard).toEqual([]);
    const trusting = server.uri.replace('disable', 'require');
    await expect(ask(trusting, { deadline: 20_000 })).rejects.toMatchObject({ code: 'tool-sql.too_large' });
    expect(Buffer.concat(heard).toString()).toContain('canary');
  });
});

it('a workspace that has set nothing is told what to set, and a node may bring its own address', async () => {
  const settings = { sockets: openSockets([]), statementTimeout: 100, deadline: 10_000, allowWeftDatabase: false };
  const calls = toolHostCalls(sqlTools(settings));
  const call = async <Output>(id: string, input: unknown) => (await calls[id]?.(input)) as Output;
  const variables = { get: () => undefined, type: () => undefined, isAssignable: () => false, names: () => [] };
  const reference = { kind: 'builtin', provider: 'hjlarry/database/database', name: 'sql_execute', plugin: '' };
  const run = (given: object) =>
    callTool({ call, variables }, reference, { arguments: { query: 'select 1', ...given } });
  await expect(run({})).rejects.toMatchObject({ code: 'tool-sql.unknown_connection' });
  await expect(run({ db_uri: 'postgres://a:b@127.0.0.1/x' })).rejects.toMatchObject({ code: 'egress.address_refused' });
});
