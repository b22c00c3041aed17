/**
 * Runs inside the interpreter before the user's code and evaluates to what calls `main`, and what calls the next timer. Everything it
 * needs later is captured in its closure first, so that code which replaces `JSON.stringify` or `Promise.prototype.then`
 * only fools itself. It answers with one string: a letter and a payload (`o` result, `e` error, `b` result too big, `u` no value).
 *
 * The host's functions that are ever visible in here take and give texts and bytes: `print` takes a line (packed), `ask` a request as
 * JSON and promises its answer and body, `decodeBytes`, `readBytes` and `encodeText` turn bytes into text and back, `hashBytes`
 * and `hmacBytes` make digests, `random` gives random bytes in hexadecimal, `local` writes and `compare` compares as languages
 * do, `url` reads addresses, `load` gives the source of a library. `names` are the globals of libraries.
 */
export const bootstrapSource = `(function (print, maxOutput, ask, decodeBytes, readBytes, encodeText, hashBytes, hmacBytes, random, local, compare, url, load, names) {
  'use strict';
  const parse = JSON.parse, stringify = JSON.stringify, text = String, create = Object.create;
  const define = Object.defineProperty, fromCharCode = String.fromCharCode;
  const ErrorClass = Error, RangeErrorClass = RangeError, TypeErrorClass = TypeError;
  const apply = Reflect.apply, slice = String.prototype.slice, replace = String.prototype.replace, search = String.prototype.search;
  const includes = String.prototype.includes, isWellFormed = String.prototype.isWellFormed;
  const cut = (value, limit) => (value.length > limit ? apply(slice, value, [0, limit]) : value);

  const show = (value) => {
    try {
      if (typeof value === 'string') return value;
      if (value === null || typeof value !== 'object') return text(value);
      if (value instanceof ErrorClass) return text(value);
      const json = stringify(value);
      return json === undefined ? text(value) : json;
    } catch (error) {
      return '[unprintable]';
    }
  };
  const log = (...values) => {
    let line = '';
    for (let i = 0; i < values.length && line.length < 8192; i++) line += (i === 0 ? '' : ' ') + cut(show(values[i]), 8192);
    print(pack(cut(line, 8192)));
  };
  // No bytes at all would not arrive, and texts with NULs, half characters or a byte order mark in front only as JSON behind a mark.
  const given = (bytes) => (bytes.byteLength === 0 ? undefined : bytes);
  const mark = fromCharCode(1), nul = fromCharCode(0), bom = fromCharCode(0xfeff);
  const isMarked = (first) => first === mark || first === bom;
  const pack = (value) => (isMarked(value[0]) || apply(includes, value, [nul]) || !apply(isWellFormed, value, []) ? mark + stringify(value) : value);
  const unpack = (value) => (value[0] === mark ? parse(apply(slice, value, [1])) : value);
  const decode = (bytes, coding) => unpack(decodeBytes(given(bytes), coding));
  const encode = (value, coding) => encodeText(pack(value), coding);
  const read = (bytes, settings) => {
    const answer = parse(readBytes(given(bytes), stringify(settings)));
    if (answer.name !== undefined) throw new (answer.name === 'RangeError' ? RangeErrorClass : TypeErrorClass)(answer.message);
    return answer;
  };
  const hash = (name, bytes) => hashBytes(name, given(bytes)), hmac = (name, key, bytes) => hmacBytes(name, given(key), given(bytes));
  const btoa = (value) => {
    const s = text(value);
    if (apply(search, s, [/[^\\0-\\xff]/]) >= 0) throw new RangeErrorClass('btoa: the text has characters outside Latin-1');
    return decode(encode(s, 'latin1'), 'base64');
  };
  const atob = (value) => {
    const s = apply(replace, text(value), [/[\\s=]+/g, '']);
    if (apply(search, s, [/[^A-Za-z0-9+/]/]) >= 0) throw new RangeErrorClass('atob: the text is not base64');
    return decode(encode(s, 'base64'), 'latin1');
  };
  const hide = (name, value) => define(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  const nothing = () => undefined;
  const assert = (isTrue, ...values) => { if (!isTrue) log('Assertion failed', ...values); };
  hide('console', {
    log, info: log, debug: log, warn: log, error: log, trace: log, dir: (value) => log(value), table: (value) => log(value), group: log, assert,
    groupCollapsed: log, groupEnd: nothing, time: nothing, timeEnd: nothing, timeLog: nothing, count: nothing, countReset: nothing, clear: nothing,
  });
  hide('btoa', btoa);
  hide('atob', atob);

  const evaluate = eval, made = create(null), timers = { fire: null };
  const need = (name) => {
    if (!(name in made)) {
      const all = evaluate(load(name))({ ask, decode, encode, read, hash, hmac, random, local, compare, url, need, timers });
      for (const key in all) made[key] = all[key];
    }
    return made[name];
  };
  const lazy = (name) => define(globalThis, name, { get: () => need(name), set: (value) => hide(name, value), configurable: true, enumerable: false });
  for (const name of names.split(',')) lazy(name);
  hide('global', globalThis);
  const began = Date.now(), now = Date.now;
  hide('performance', { now: () => now() - began, timeOrigin: began });

  const method = (owner, name, value) => define(owner, name, { value, writable: true, configurable: true, enumerable: false });
  const onValue = (owner, name, value, library) =>
    method(owner, name, { [name](...how) { return need('localized')(library, need('numeral')(apply(value, this, [])), ...how); } }[name]);
  onValue(Number.prototype, 'toLocaleString', Number.prototype.valueOf, 'number');
  onValue(BigInt.prototype, 'toLocaleString', BigInt.prototype.valueOf, 'number');
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) onValue(Date.prototype, name, Date.prototype.getTime, name);
  method(String.prototype, 'localeCompare', function localeCompare(that, ...how) { return need('compareTexts')(text(this), text(that), ...how); });

  const describe = (error) => {
    const result = { name: 'Error', message: '', stack: '' };
    try {
      if (error !== null && typeof error === 'object') {
        const name = error.name, message = error.message, stack = error.stack;
        result.name = typeof name === 'string' ? cut(name, 200) : 'Error';
        result.message = cut(typeof message === 'string' ? message : show(error), 4000);
        result.stack = typeof stack === 'string' ? cut(stack, 2000) : '';
      } else {
        result.message = cut(show(error), 4000);
      }
    } catch (unreadable) {
      result.message = 'the code threw a value that cannot be read';
    }
    const safe = create(null);
    safe.name = result.name; safe.message = result.message; safe.stack = result.stack;
    return stringify(safe);
  };

  const run = async (main, input) => {
    try {
      if (typeof main !== 'function') return 'm';
      const value = await main(parse(input));
      const json = stringify(value);
      if (typeof json !== 'string') return 'u';
      return json.length > maxOutput ? 'b' : 'o' + json;
    } catch (error) {
      return 'e' + describe(error);
    }
  };
  return { run, fireTimer: () => (timers.fire === null ? -1 : timers.fire()) };
})`;
