import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { confineAs } from '#plugins/confined-processes/testing/confine-here.ts';
import {
  emptyCache,
  imageTimeout,
  prepareImage,
  startPython,
  type TestPython,
} from '#plugins/sandbox/testing/start-sandbox.ts';
import { FrameReader, frame } from './frame-reader.ts';
import { ended } from './python-child.ts';
import type { PythonPool } from './python-pool.ts';

const open: TestPython[] = [];
const start: typeof startPython = (...args) => {
  const made = startPython(...args);
  open.push(made);
  return made;
};
beforeAll(prepareImage, imageTimeout);
afterEach(async () => {
  await Promise.all(open.splice(0).map((python) => python.close()));
});

const spin = 'def main():\n  while True: pass';
const quick = 'def main(): return {"ok": True}';
const own = 'import colorsys\ndef main(): return {}';

function call(pool: PythonPool, code: string, workspaceId: string, signal = new AbortController().signal) {
  return pool.run({ language: 'python3', code, input: '{}' }, { workspaceId, signal });
}

/** Of this process. */
function isPythonChild(id: string): boolean {
  try {
    const isOurs = readFileSync(`/proc/${id}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`);
    return isOurs && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('python/child/main.ts');
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

describe('the end of a process in the middle of a call', () => {
  it("is the code's doing when the process exits, the limit's when memory ran out", () => {
    expect(ended({ code: 3, signal: null, errors: '' })).toMatchObject({ type: 'CodeError' });
    expect(ended({ code: null, signal: 'SIGABRT', errors: 'allocation failed' })).toMatchObject({
      type: 'OutOfMemory',
    });
  });

  it("is nobody's when a signal from outside ended it", () => {
    expect(() => ended({ code: null, signal: 'SIGKILL', errors: '' })).toThrowError(
      expect.objectContaining({ kind: 'unavailable', code: 'sandbox.process_died' }),
    );
  });
});

describe('processes of Python', () => {
  it('start with the first call, keep one ready, and all end when they idle', async () => {
    const { sandbox } = start({}, { processes: 3, idleMs: 1_500 });
    expect(sandbox.processes).toBe(0);
    expect(await call(sandbox, quick, 'a')).toMatchObject({ ok: true });
    await expect.poll(() => sandbox.processes).toBe(2);
    await expect.poll(() => sandbox.processes).toBe(0);
    expect(await call(sandbox, quick, 'a')).toMatchObject({ ok: true });
  });

  it.runIf(process.platform === 'linux')('are walled off by the kernel, each as a user of its own', async () => {
    const { sandbox } = start({}, { processes: 2 });
    await Promise.all([call(sandbox, own, 'a'), call(sandbox, own, 'b')]);
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isPythonChild(name))
      .map((name) => readFileSync(`/proc/${name}/status`, 'utf8'));
    expect(children).toHaveLength(2);
    const users = children.map((status) => /^Uid:\s+(\d+)/m.exec(status)?.[1]);
    expect(new Set(users).size).toBe(process.getuid?.() === 0 ? 2 : 1);
    for (const status of children) {
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
      expect(status).toMatch(/^Seccomp:\s+2$/m);
      expect(status).toMatch(/^CapEff:\s+0+$/m);
    }
  });

  it('are never more than allowed, and never shared by workspaces', async () => {
    const { sandbox } = start({}, { processes: 2 });
    const workspaces = ['a', 'b', 'c', 'a'];
    const results = workspaces.map(async (id) => {
      const result = await call(sandbox, own, id);
      expect(sandbox.processes).toBeLessThanOrEqual(2);
      return result.ok;
    });
    expect(await Promise.all(results)).toEqual(workspaces.map(() => true));
  });

  it('end with the run that uses them, running or waiting', async () => {
    const { sandbox } = start({ timeMs: 20_000 });
    await call(sandbox, quick, 'w');
    const first = new AbortController();
    const second = new AbortController();
    const running = call(sandbox, spin, 'w', first.signal);
    const waiting = call(sandbox, quick, 'w', second.signal);
    second.abort();
    expect(await waiting).toMatchObject({ ok: false, type: 'Stopped' });
    first.abort();
    expect(await running).toMatchObject({ ok: false, type: 'Stopped' });
    expect(await call(sandbox, quick, 'w', first.signal)).toMatchObject({ ok: false, type: 'Stopped' });
    expect(await call(sandbox, quick, 'w')).toMatchObject({ ok: true });
  });

  it('serve the workspace that waits before the one that floods', async () => {
    const { sandbox } = start({ timeMs: 60_000 }, { processes: 2 });
    const runs = Array.from({ length: 8 }, () => new AbortController());
    const flood = runs.map(({ signal }) => call(sandbox, spin, 'a', signal));
    const waiting = call(sandbox, quick, 'b');
    runs[0]?.abort();
    expect(await waiting).toMatchObject({ ok: true });
    for (const run of runs) run.abort();
    for (const result of await Promise.all(flood)) expect(result).toMatchObject({ type: 'Stopped' });
  });

  it('refuse with sandbox.busy when too many calls wait, and let all go when they close', async () => {
    const python = start({ timeMs: 20_000 }, { maxQueue: 4 });
    const accepted = [spin, quick, quick].map((code) => call(python.sandbox, code, 'a'));
    expect(() => call(python.sandbox, quick, 'a')).toThrow(expect.objectContaining({ code: 'sandbox.busy' }));
    accepted.push(call(python.sandbox, quick, 'b'), call(python.sandbox, quick, 'b'));
    expect(() => call(python.sandbox, quick, 'c')).toThrow(expect.objectContaining({ retryAfter: 1 }));
    await python.close();
    const types = (await Promise.all(accepted)).map((result) => !result.ok && result.type);
    expect(types).toEqual(Array(5).fill('Stopped'));
    expect(() => call(python.sandbox, quick, 'a')).toThrow('shutting down');
  });
});

describe('on a machine that can not wall them off', () => {
  const obstacle = 'this kernel has no Landlock';

  it('no process is started, and the error says why and what to do', async () => {
    const python = start({}, { confinement: confineAs({ obstacle }) });
    await expect(python.run(quick)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'sandbox.python_unavailable',
      message: expect.stringMatching(/this kernel has no Landlock.*WEFT_ACCEPT_WEAKER_CONFINEMENT/),
    });
  });

  it('one that floods its error stream is ended', async () => {
    const flood = { program: 'sh', args: ['-c', 'exec yes >&2'], ended: () => undefined };
    const confinement = { state: () => confineAs({}).state(), open: async () => ({ command: () => flood }) };
    await expect(start({}, { confinement }).run(quick)).rejects.toMatchObject({
      code: 'sandbox.python_unavailable',
      message: expect.stringMatching(/(y\n?)+$/),
    });
  });

  it('they start where the operator accepts that', async () => {
    const python = start({}, { confinement: confineAs({ acceptsWeaker: true, obstacle }) });
    expect(await python.run(quick)).toMatchObject({ ok: true });
    expect(await python.run('def main(): return {"a": open("/etc/passwd").read()}')).toMatchObject({ ok: false });
  });
});

describe("an administrator's wheels", () => {
  it('can be imported, and nothing else of their folder', async () => {
    const folder = emptyCache();
    const build = `import base64, io, zipfile
def main():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as wheel:
        wheel.writestr("greeter/__init__.py", "from pathlib import Path\\ndef greet(): return Path(__file__).with_name('word.txt').read_text()")
        wheel.writestr("greeter/word.txt", "hello")
        wheel.writestr("greeter-1.0.dist-info/METADATA", "Name: greeter")
    return {"wheel": base64.b64encode(data.getvalue()).decode()}`;
    const built = await start().run(build);
    if (!built.ok) throw new Error(built.message);
    writeFileSync(join(folder, 'greeter-1.0-py3-none-any.whl'), JSON.parse(built.output).wheel, 'base64');
    writeFileSync(join(folder, 'note.txt'), 'private');
    // No archive: a process that opened it would not start.
    const native = 'speedy-2.0-cp314-cp314-manylinux_2_28_x86_64.whl';
    writeFileSync(join(folder, native), 'native code');
    const warnings: string[] = [];
    const warn = (_fields: object, message: string) => void warnings.push(message);
    const logger = { info: () => undefined, warn };
    const python = start({}, { wheelFolder: folder, logger, processes: 2 });
    const use = 'import greeter\ndef main(): return {"a": greeter.greet()}';
    expect(await python.run(use)).toMatchObject({ ok: true, output: '{"a": "hello"}' });
    await python.run(
      'import greeter\ngreeter.greet = None\ndef main(): open("/lib/wheels/greeter/word.txt", "w").write("x")',
    );
    expect(await python.run(use)).toMatchObject({ ok: true, output: '{"a": "hello"}' });
    expect(await python.run(`def main(): return {"a": open("${folder}/note.txt").read()}`)).toMatchObject({
      ok: false,
    });
    await Promise.all([python.run(use), python.run(use)]);
    expect(warnings.filter((text) => text.includes('wheel'))).toEqual([
      expect.stringMatching(new RegExp(`^The wheel ${native} is left out: .*pure Python only`)),
    ]);
  });
});

describe('frames', () => {
  it('are put together from any pieces', () => {
    const bytes = Buffer.concat([
      frame(1, Buffer.from('one')),
      frame(2, Buffer.alloc(0)),
      frame(3, Buffer.from('three')),
    ]);
    for (const size of [1, 2, 5, 7, 100]) {
      const reader = new FrameReader({ 1: 100, 2: 0, 3: 100 });
      const found: string[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        for (const { kind, payload } of reader.push(bytes.subarray(at, at + size))) found.push(`${kind}${payload}`);
      }
      expect(found).toEqual(['1one', '2', '3three']);
    }
  });

  it('keep no pieces: each may be a byte with memory of its own', () => {
    const reader = new FrameReader({ 1: 100 });
    const pieces = Array.from(frame(1, Buffer.from('one')), (byte) => Buffer.of(byte));
    const found = pieces.flatMap((piece) => {
      const frames = reader.push(piece);
      piece.fill(0);
      return frames;
    });
    expect(found.map(({ payload }) => `${payload}`)).toEqual(['one']);
  });

  it('that are too long are refused before they arrive', () => {
    const early = frame(1, Buffer.alloc(11)).subarray(0, 6);
    expect(() => new FrameReader({ 1: 10 }).push(early)).toThrow('kind 1 and 11 bytes');
    expect(() => new FrameReader({ 2: 100 }).push(early)).toThrow('kind 1');
  });
});
