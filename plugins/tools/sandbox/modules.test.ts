import { afterAll, expect, it } from 'vitest';
import { type Ask, CodeNetwork } from './code-network.ts';
import type { ModuleRequest } from './contract.ts';
import { JavaScriptPool } from './javascript-pool.ts';
import { defaultLimits } from './protocol.ts';

const network = new CodeNetwork({ egress: {} as never, isAllowed: async () => false, maxBytes: 1000 });
const pool = new JavaScriptPool({ limits: defaultLimits, network, threads: 1, maxQueue: 10, idleMs: 60_000 });
afterAll(() => pool.close());

const driver = '(plugin) => async (input) => plugin.main(input, fetch)';
const limits = { timeMs: 30_000, memoryMb: 32, requests: 5 };
const nobody: Ask = async () => ({ ok: false, kind: 'off', message: 'there is nobody' });

function run(code: string, more: Partial<ModuleRequest> = {}) {
  const caller = { workspaceId: 'a', signal: new AbortController().signal };
  return pool.run({ code, driver, input: '{"a":1}', limits, ask: nobody, ...more }, caller);
}

it('calls what a module exports, in a fresh interpreter each time', async () => {
  const code = 'let calls = 0; export default { main: (input) => ({ input, calls: ++calls }) };';
  for (let call = 0; call < 2; call += 1) {
    expect(await run(code)).toMatchObject({ ok: true, output: '{"input":{"a":1},"calls":1}' });
  }
});

it('waits for a module that awaits at its top', async () => {
  const code = 'const later = await Promise.resolve(2); export default { main: () => ({ later }) };';
  expect(await run(code)).toMatchObject({ ok: true, output: '{"later":2}' });
  expect(await run('await new Promise(() => {}); export default {};')).toMatchObject({ ok: false, type: 'CodeError' });
});

it('answers what it asks for, whatever the scheme, and counts it', async () => {
  const asked: string[] = [];
  const ask: Ask = async (read) => {
    asked.push(read()?.url ?? '');
    return { ok: true, status: 200, url: 'weft:x', headers: [], body: Buffer.from('{"b":2}') };
  };
  const code = `export default { main: async (input, fetch) => {
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await fetch('weft:' + i).then((r) => r.json()).catch((error) => error.message));
    return answers;
  } };`;
  const result = await run(code, { ask });
  expect(asked).toEqual(['weft:0', 'weft:1', 'weft:2', 'weft:3', 'weft:4']);
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining('code may send 5 requests a call') });
});

it.each([
  ['imports a module of Node', "import fs from 'node:fs'; export default {};", /could not load module|main\.js/],
  ['imports on the way', "export default { main: () => import('node:fs') };", /could not load module/],
  ['exports nothing', 'const a = 1;', /undefined/],
  ['is no module', 'export default {', /SyntaxError/],
  ['throws', "export default { main: () => { throw new TypeError('no'); } };", /TypeError: no/],
])('attack T04: a module that %s fails by itself', async (_, code, message) => {
  const result = await run(code);
  expect(result).toMatchObject({ ok: false, type: 'CodeError' });
  expect(result.ok ? '' : result.message).toMatch(message);
});

it('attack T21: one that runs for ever or fills its memory ends at its limits, not at those of others', async () => {
  const short = { ...limits, timeMs: 200 };
  expect(await run('for (;;); export default {};', { limits: short })).toMatchObject({ ok: false, type: 'Timeout' });
  const greedy = "export default { main: () => { const all = []; for (;;) all.push('x'.repeat(1e6) + all.length); } };";
  expect(await run(greedy)).toMatchObject({ ok: false, type: 'OutOfMemory' });
  expect(await run('export default { main: () => 1 };')).toMatchObject({ ok: true, output: '1' });
});
