/**
 * Runs inside the interpreter before the user's code and evaluates to what calls `main`, and what calls the next timer. Everything it
 * needs later is captured in its closure first, so that code which replaces `JSON.stringify` or `Promise.prototype.then`
 * only fools itself. It answers with one string: a letter and a payload (`o` result, `e` error, `b` result too big, `u` no value).
 *
 * The host's functions that are ever visible in here take and give texts and bytes: `print` takes a line, `ask` a request as
 * JSON and promises its answer and body, `decodeBytes` turns bytes into text, `random` gives random bytes in hexadecimal,
 * `local` writes and compares as languages do, `load` gives the source of a library. `names` are the globals of libraries.
 */
export const preludeSource = `(function (print, maxOutput, ask, decodeBytes, random, local, load, names) {
  'use strict';
  const parse = JSON.parse, stringify = JSON.stringify, text = String, create = Object.create;
  const define = Object.defineProperty, fromCharCode = String.fromCharCode;
  const ErrorClass = Error;
  const apply = Reflect.apply, slice = String.prototype.slice, charCodeAt = String.prototype.charCodeAt;
  const indexOf = String.prototype.indexOf, replace = String.prototype.replace;
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
    print(cut(line, 8192));
  };
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const btoa = (value) => {
    const s = text(value);
    let out = '';
    for (let i = 0; i < s.length; i += 3) {
      const a = apply(charCodeAt, s, [i]), b = apply(charCodeAt, s, [i + 1]), c = apply(charCodeAt, s, [i + 2]);
      if (a > 255 || b > 255 || c > 255) throw new RangeError('btoa: the text has characters outside Latin-1');
      const n = (a << 16) | ((b || 0) << 8) | (c || 0);
      out += alphabet[n >> 18] + alphabet[(n >> 12) & 63];
      out += i + 1 < s.length ? alphabet[(n >> 6) & 63] : '=';
      out += i + 2 < s.length ? alphabet[n & 63] : '=';
    }
    return out;
  };
  const atob = (value) => {
    const s = apply(replace, text(value), [/[\\s=]+/g, '']);
    let out = '', bits = 0, count = 0;
    for (let i = 0; i < s.length; i++) {
      const code = apply(indexOf, alphabet, [s[i]]);
      if (code < 0) throw new RangeError('atob: the text is not base64');
      bits = ((bits << 6) | code) & 0xffffff;
      count += 6;
      if (count >= 8) { count -= 8; out += fromCharCode((bits >> count) & 255); }
    }
    return out;
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
  const decode = (bytes) => (bytes.byteLength === 0 ? '' : decodeBytes(bytes));
  const need = (name) => {
    if (!(name in made)) {
      const all = evaluate(load(name))({ ask, decode, random, local, need, timers });
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
    method(owner, name, { [name](...how) { return need('localized')(library, text(apply(value, this, [])), ...how); } }[name]);
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
