/** `structuredClone`: what JSON loses (dates, maps, sets, bytes, circles) is kept, functions and symbols are refused. */
export function cloneLibrary() {
  const errors = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

  const refuse = (value: unknown): never => {
    const error = new Error(`${typeof value === 'symbol' ? 'a symbol' : 'a function'} could not be cloned.`);
    error.name = 'DataCloneError';
    throw error;
  };
  const copyBytes = (value: ArrayBufferView, seen: Map<unknown, unknown>): unknown => {
    const buffer = copy(value.buffer, seen) as ArrayBuffer;
    if (value instanceof DataView) return new DataView(buffer, value.byteOffset, value.byteLength);
    const view = value as Uint8Array;
    // A Buffer is cloned as the array of bytes that it is.
    const own = Object.getPrototypeOf(view).constructor;
    const kind = own.BYTES_PER_ELEMENT === 1 && own.name === 'Buffer' ? Uint8Array : own;
    return new kind(buffer, view.byteOffset, view.length);
  };
  const copyError = (value: Error, seen: Map<unknown, unknown>): Error => {
    const kind = errors.find((candidate) => candidate.name === value.name) ?? Error;
    const made = new kind(value.message);
    seen.set(value, made);
    if (Object.hasOwn(value, 'cause')) made.cause = copy(value.cause, seen);
    return made;
  };
  const copyObject = (value: object, seen: Map<unknown, unknown>): unknown => {
    if (value instanceof Date) return new Date(value.getTime());
    if (value instanceof RegExp) return new RegExp(value.source, value.flags);
    if (value instanceof ArrayBuffer) return value.slice(0);
    if (ArrayBuffer.isView(value)) return copyBytes(value, seen);
    if (value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt) {
      return Object(value.valueOf());
    }
    if (value instanceof WeakMap || value instanceof WeakSet || value instanceof Promise) return refuse(() => value);
    if (value instanceof Error) return copyError(value, seen);
    const made: object =
      value instanceof Map ? new Map() : value instanceof Set ? new Set() : Array.isArray(value) ? [] : {};
    seen.set(value, made);
    if (value instanceof Map) {
      for (const [key, item] of value) (made as Map<unknown, unknown>).set(copy(key, seen), copy(item, seen));
    } else if (value instanceof Set) {
      for (const item of value) (made as Set<unknown>).add(copy(item, seen));
    } else {
      if (Array.isArray(value)) (made as unknown[]).length = value.length;
      for (const key of Object.keys(value)) {
        const item = copy((value as Record<string, unknown>)[key], seen);
        Object.defineProperty(made, key, { value: item, writable: true, enumerable: true, configurable: true });
      }
    }
    return made;
  };
  const copy = (value: unknown, seen: Map<unknown, unknown>): unknown => {
    if (typeof value === 'function' || typeof value === 'symbol') return refuse(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const made = copyObject(value, seen);
    seen.set(value, made);
    return made;
  };
  return { structuredClone: (value: unknown) => copy(value, new Map()) };
}
