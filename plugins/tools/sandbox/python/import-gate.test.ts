import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, ImportGate } from './child/import-gate.ts';
import { interpreterFolder } from './child-process.ts';

type Call = () => unknown;
interface Imported {
  readonly module: string;
  readonly name: string;
  readonly kind: string;
}

const real: Api = Reflect.get(globalThis, 'WebAssembly');
/** The functions of JavaScript that the interpreter asks for. */
let asked: readonly Imported[] = [];
beforeAll(async () => {
  const module = await real.compile(readFileSync(join(interpreterFolder, 'pyodide.asm.wasm')));
  asked = real.Module.imports(module).filter(({ kind }) => kind === 'function');
});

/** LEB128, as WebAssembly writes numbers. */
function number(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...number(Math.floor(value / 128))];
}
const text = (value: string) => [...number(value.length), ...Buffer.from(value)];
const section = (id: number, items: readonly (readonly number[])[]) => {
  const body = [...number(items.length), ...items.flat()];
  return [id, ...number(body.length), ...body];
};

/** A module that takes these functions and gives them on, each as `space.name`. */
function relay(functions: readonly Imported[]): Uint8Array {
  const imports = functions.map(({ module, name }) => [...text(module), ...text(name), 0, 0]);
  const exports = functions.map(({ module, name }, index) => [...text(`${module}.${name}`), 0, ...number(index)]);
  const type = [0x60, 0, 0];
  return Uint8Array.from([
    0,
    97,
    115,
    109,
    1,
    0,
    0,
    0,
    ...section(1, [type]),
    ...section(2, imports),
    ...section(7, exports),
  ]);
}

class Ended extends Error {}

/** The functions behind a gate of its own, and which of them were reached. */
async function open(functions: readonly Imported[]) {
  const api: Api & {
    instantiate?: (bytes: Uint8Array, imports: object) => Promise<{ instance: { exports: object } }>;
  } = {
    Module: real.Module,
    compile: real.compile.bind(real),
    Instance: real.Instance,
  };
  const gate = new ImportGate(() => {
    throw new Ended();
  }, api);
  const reached: string[] = [];
  const imports: Record<string, Record<string, Call>> = {};
  for (const { module, name } of functions) {
    imports[module] = { ...imports[module], [name]: () => void reached.push(name) };
  }
  const made = await api.instantiate?.(relay(functions), imports);
  return { gate, reached, calls: Object.entries(made?.instance.exports ?? {}) as [string, Call][] };
}

function outcome(call: Call): 'answered' | 'ended' | 'thrown' {
  try {
    call();
    return 'answered';
  } catch (error) {
    return error instanceof Ended ? 'ended' : 'thrown';
  }
}

describe('attack T04: the imports of the interpreter', () => {
  it('all do what they did until the gate closes', async () => {
    const { calls, reached } = await open(asked);
    for (const [, call] of calls) call();
    expect(reached.toSorted()).toEqual(asked.map(({ name }) => name).toSorted());
  });

  it('but for those of files, clocks, randomness and memory reach nothing afterwards', async () => {
    const { gate, calls, reached } = await open(asked);
    gate.close();
    const outcomes = Map.groupBy(calls, ([, call]) => outcome(call));
    const expected =
      /^(__syscall_(?!.*(_js|accept|bind|connect|peername|sockname|sockopt|listen|recv|send|socket))|fd_|clock_|random_get$|_(mmap|msync|munmap|gmtime|localtime|mktime|timegm|tzset)_js$|emscripten_(date_now|get_now|get_heap_max|resize_heap)$|__call_sighandler$)/;
    expect(reached.filter((name) => !expected.test(name))).toEqual([]);
    expect(reached.length).toBeGreaterThan(50);
    expect(outcomes.get('thrown')?.map(([name]) => name.split('.')[1])).toEqual(
      expect.arrayContaining(['exit', 'proc_exit', '_abort_js', '__assert_fail']),
    );
    expect(outcomes.get('thrown')).toHaveLength(4);
    const ended = outcomes.get('ended')?.map(([name]) => name) ?? [];
    expect(ended.length).toBeGreaterThan(150);
    const bridge =
      /Jsv|JsProxy|hiwire|pyproxy|python2js|js2python|dlopen|dlsym|lookup_name|asm_const|raw_call|ffi_|promise/;
    for (const { module, name } of asked) if (bridge.test(name)) expect(ended).toContain(`${module}.${name}`);
  });

  it('of a later version, and of modules made by JavaScript, end the process', async () => {
    const unknown = [
      { module: 'env', name: 'emscripten_websocket_is_supported', kind: 'function' },
      { module: 'env', name: 'emscripten_run_script', kind: 'function' },
      { module: 'e', name: 'f', kind: 'function' },
      { module: 'e', name: 'fd_write', kind: 'function' },
    ];
    const { gate, calls, reached } = await open(unknown);
    for (const [, call] of calls) expect(outcome(call)).toBe('answered');
    gate.close();
    for (const [, call] of calls) expect(outcome(call)).toBe('ended');
    expect(reached).toHaveLength(unknown.length);
  });
});
