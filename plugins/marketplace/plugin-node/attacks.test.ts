import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confineAs, confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import { escapes } from './testing/escapes.ts';
import { packageProcesses } from './testing/processes-here.ts';
import { startTier } from './testing/start-tier.ts';

let server: Server;
let port = 0;
let connections = 0;

beforeAll(async () => {
  server = createServer((caller) => {
    connections += 1;
    caller.destroy();
  }).listen(0);
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server.close());

/** Which of all attempts reach anything. */
const body = `const done = [];
  const attempts = [['what it may', () => import('node:crypto')], ${escapes.map((each) => `[${JSON.stringify(each)}, async () => (${each})]`).join(',\n')}];
  for (const [name, attempt] of attempts) {
    try {
      const reached = await attempt();
      if (reached !== undefined && reached !== null) done.push(name);
    } catch {}
  }
  return done;`;

describe('attack T04: a package in a process of Node', () => {
  it('makes more than a hundred attempts', () => expect(new Set(escapes).size).toBeGreaterThan(100));

  it.each([
    ['behind the wall', confineHere],
    // What of it Node and the lock refuse, where the operator accepts that there is no wall.
    ['without one', confineAs({ acceptsWeaker: true, obstacle: 'none here' })],
  ])('reaches nothing %s', async (_, confinement) => {
    const { value, close } = startTier({ confinement });
    expect(await value(body.replaceAll('PORT', `${port}`))).toEqual(['what it may']);
    expect(connections).toBe(0);
    await close();
  });

  it.runIf(process.platform === 'linux')('has no rights, no environment and no network of the server', async () => {
    const { value, close } = startTier();
    await value('return 1;');
    const [id] = packageProcesses();
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    expect(status).toMatch(/\nNoNewPrivs:\t1\n/);
    expect(status).toMatch(/\nSeccomp:\t2\n/);
    expect(status).toMatch(/\nCapEff:\t0000000000000000\n/);
    if (process.getuid?.() === 0) {
      expect(readFileSync(`/proc/${id}/environ`, 'utf8')).toBe('OPENSSL_CONF=/none\0');
      expect(readlinkSync(`/proc/${id}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
    }
    await close();
  });

  it('has no code of another, nor calls of another workspace', async () => {
    const { value, close } = startTier({ processes: 4 });
    const leave = `globalThis.left = 'secret'; Object.prototype.left = 'secret'; return 1;`;
    await value(leave, {}, { integrity: 'one' });
    const look = `return { left: typeof left, inherited: typeof {}.left };`;
    const nothing = { left: 'undefined', inherited: 'undefined' };
    expect(await value(look, {}, { integrity: 'two' })).toEqual(nothing);
    expect(await value(look, {}, { integrity: 'one', workspaceId: 'w2' })).toEqual(nothing);
    await close();
  });

  it('asks nothing when its call is over', async () => {
    const { value, close } = startTier();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return { ok: true, status: 200, url: '', headers: [], body: Buffer.of() } as const;
    };
    const later = `if (input === 2) return globalThis.said;
      const { promise, resolve } = Promise.withResolvers(); globalThis.resume = resolve;
      if (input === 0) { promise.then(() => fetch('https://a/')).catch((error) => { globalThis.said = error.message; }); globalThis.first = resolve; return 0; }
      globalThis.first(); await new Promise((done) => setTimeout(done)); return 1;`;
    for (const input of [0, 1]) expect(await value(later, input, { ask })).toBe(input);
    expect(await value(later, 2, { ask })).toBe('the call that this request belongs to is over');
    expect(asked).toBe(0);
    await close();
  });
});

describe('attack T21: a package in a process of Node', () => {
  it('that asks a hundred thousand times is answered as often as it may', async () => {
    const { value, close } = startTier();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return { ok: true, status: 200, url: '', headers: [], body: Buffer.alloc(1000) } as const;
    };
    const flood = `let refused = 0;
      for (let round = 0; round < 100; round += 1)
        await Promise.all(Array.from({ length: 1000 }, () => fetch('weft:log').catch(() => { refused += 1; })));
      return refused;`;
    const limits = { timeMs: 60_000, memoryMb: 256, requests: 5000 };
    expect(await value(flood, {}, { ask, limits })).toBe(95_000);
    expect(asked).toBe(5000);
    await close();
  });

  it('that replaces what its surroundings are made of ends itself at most', async () => {
    const { value, close } = startTier();
    const replace = `JSON.stringify = JSON.parse = () => { throw 1 }; Buffer.concat = () => Buffer.alloc(3); Buffer.prototype.writeUInt32LE = () => 0; Map.prototype.get = () => undefined; Promise.prototype.then = undefined; return 1;`;
    const limits = { timeMs: 1000, memoryMb: 64, requests: 10 };
    expect(await value(replace, {}, { limits }).catch(() => 'ended')).toEqual(expect.anything());
    expect(await value('return 2;')).toBe(2);
    await close();
  });

  it('that prints without end is cut', async () => {
    const { run, close } = startTier();
    const result = await run(`for (let line = 0; line < 100_000; line += 1) console.log('x'.repeat(100)); return 1;`);
    expect(result.logs.join('\n').length).toBeLessThanOrEqual(64 * 1024);
    await close();
  });
});
