import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const intrinsics =
  'Object Function Array Number Boolean String Symbol Date Promise RegExp Error TypeError RangeError Map Set WeakMap ' +
  'WeakSet ArrayBuffer DataView Uint8Array Int32Array Float64Array BigInt BigUint64Array Buffer TextDecoder TextEncoder';
const hidden = [
  'Object.getPrototypeOf(Uint8Array)',
  'Object.getPrototypeOf(function* () {})',
  'Object.getPrototypeOf(async () => {})',
  'Object.getPrototypeOf(async function* () {})',
  'Object.getPrototypeOf([][Symbol.iterator]())',
  'Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))',
  'Object.getPrototypeOf(new Map()[Symbol.iterator]())',
  'Object.getPrototypeOf(/a/[Symbol.matchAll]("a"))',
  'Object.getOwnPropertyDescriptor(Map.prototype, "size").get',
];
const containers = ['JSON', 'Math', 'Reflect', 'Intl', 'Atomics'];
const hostNames =
  'process global globalThis WebSocket fetch XMLHttpRequest Worker navigator EventSource BroadcastChannel console require ' +
  'setTimeout setInterval setImmediate queueMicrotask structuredClone WebAssembly URL Request Response Event EventTarget ' +
  'MessageChannel MessagePort AbortController crypto Blob Storage localStorage CompressionStream eval window self document ' +
  'importScripts postMessage gc';

/** What is tried in the frozen realm; each must fail, or give undefined or false. */
const attempts: readonly string[] = [
  ...[...intrinsics.split(' ').flatMap((name) => [name, `${name}.prototype`]), ...hidden, ...containers].flatMap(
    (it) => [
      `Object.isFrozen(${it}) ? false : '${it} can be changed'`,
      `Object.defineProperty(${it}, 'WebSocket', { get() { return this; } })`,
      `${it}.from = 1`,
      `Reflect.setPrototypeOf(${it}, { leak: 1 }) && Object.getPrototypeOf(${it})?.leak`,
    ],
  ),
  ...hostNames
    .split(' ')
    .flatMap((name) => [
      `typeof ${name} === 'undefined' ? false : '${name}'`,
      `${name} = 1`,
      `(0, eval)('var ${name} = 1')`,
      `Object.getOwnPropertyDescriptor((function () { return this; }).call(), '${name}')`,
    ]),
  'Object.prototype.__proto__',
  '({}).__proto__',
  'performance.now = 1',
  'performance.timeOrigin',
  'performance.constructor.constructor("return process")()',
  'Buffer.from = 1',
  'Buffer.prototype.write = () => 1',
  'Promise.prototype.then = 1',
  'Error.prepareStackTrace = (error, sites) => sites',
];

describe('attack T04: the realm of the process', () => {
  it('can be changed by nothing, and has no name of the host', () => {
    const program = fileURLToPath(new URL('../testing/frozen-process.ts', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [program], { input: JSON.stringify(attempts) });
    expect(stderr.toString()).toBe('');
    const { outcomes, left } = JSON.parse(stdout.toString()) as { outcomes: (string | null)[]; left: string[] };
    // A name and flags, which can't be taken away.
    expect(left.filter((name) => name !== 'argv0' && name !== 'features')).toEqual([]);
    expect(outcomes).toHaveLength(attempts.length);
    expect(attempts.filter((_attempt, index) => outcomes[index] !== null)).toEqual([]);
  });
});
