/** The language itself. What Node and browsers add is not here. */
const language = new Set(
  (
    'Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent ' +
    'Object Function Array Number Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ' +
    'ReferenceError SyntaxError TypeError URIError SuppressedError JSON Math Intl BigInt Map Set WeakMap WeakSet WeakRef ' +
    'Proxy Reflect Iterator FinalizationRegistry ArrayBuffer SharedArrayBuffer DataView Atomics Int8Array Uint8Array ' +
    'Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array ' +
    'BigInt64Array BigUint64Array TextDecoder TextEncoder Buffer'
  ).split(' '),
);

/** Intrinsics that no name leads to. */
const hidden: readonly unknown[] = [
  function* () {},
  async () => {},
  async function* () {},
  [][Symbol.iterator](),
  new Map()[Symbol.iterator](),
  new Set()[Symbol.iterator](),
  ''[Symbol.iterator](),
  'a'.matchAll(/a/g),
];

/**
 * Leaves nothing of this realm to change and nothing of the host to name: the language's objects are frozen, every other
 * global is undefined and stays so, the global object takes no new ones, the process is empty.
 */
export function freezeRealm(): void {
  // Some of these load what they need of Node when they are first asked for.
  const { performance, globalThis: realm, process: ownProcess } = globalThis;
  const clock = Object.freeze({ now: performance.now.bind(performance) });
  // A folder of the interpreter's files is an object by name: this name shall be like any other.
  Reflect.deleteProperty(Object.prototype, '__proto__');
  const seen = new Set<unknown>();
  for (const value of hidden) freezeAll(value, seen);
  for (const name of Reflect.ownKeys(realm)) {
    if (typeof name === 'string' && language.has(name)) freezeAll(Reflect.get(realm, name), seen);
  }
  for (const name of Reflect.ownKeys(realm)) {
    const isKept = typeof name === 'string' && language.has(name);
    // Much of Node's is made when it is first touched, even to be replaced.
    if (!isKept) Reflect.deleteProperty(realm, name);
    const value = isKept ? Reflect.get(realm, name) : name === 'performance' ? clock : undefined;
    Reflect.defineProperty(realm, name, { value, writable: false, configurable: false, enumerable: false });
  }
  Object.preventExtensions(realm);
  empty(ownProcess);
}

function freezeAll(root: unknown, seen: Set<unknown>): void {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    // Bytes can't be frozen.
    if (!isObject || seen.has(value) || ArrayBuffer.isView(value)) continue;
    seen.add(value);
    Object.freeze(value);
    waiting.push(Reflect.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: own, get, set } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
      waiting.push(own, get, set);
    }
  }
}

/** Takes from the process everything that can be taken: what it was is kept by nobody but who needed it before. */
function empty(target: object): void {
  Reflect.setPrototypeOf(target, null);
  for (const key of Reflect.ownKeys(target)) {
    if (!Reflect.deleteProperty(target, key)) Reflect.set(target, key, undefined);
  }
  Object.freeze(target);
}
