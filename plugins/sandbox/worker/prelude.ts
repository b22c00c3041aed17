/**
 * Runs inside the interpreter before the user's code and evaluates to the function that calls `main`. Everything it
 * needs later is captured in its closure first, so that code which replaces `JSON.stringify` or `Promise.prototype.then`
 * only fools itself. It answers with one string: a letter and a payload (`o` result, `e` error, `b` result too big, `u` no value).
 *
 * `print` is the only function of the host that is ever visible in here; it takes a string and answers nothing.
 */
export const preludeSource = `(function (print, maxOutput) {
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
  hide('console', { log, info: log, debug: log, warn: log, error: log });
  hide('btoa', btoa);
  hide('atob', atob);

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

  return async function run(main, input) {
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
})`;
