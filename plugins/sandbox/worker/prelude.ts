import { localeSource } from './prelude-locale.ts';

/**
 * Runs inside the interpreter before the user's code and evaluates to the function that calls `main`. Everything it
 * needs later is captured in its closure first, so that code which replaces `JSON.stringify` or `Promise.prototype.then`
 * only fools itself. It answers with one string: a letter and a payload (`o` result, `e` error, `b` result too big, `u` no value).
 *
 * The host's functions that are ever visible in here: `print` takes a string and answers nothing, `ask` takes a request
 * as JSON and promises its answer and body, `decode` turns bytes into text, `local` writes and compares as languages do.
 */
export const preludeSource = `(function (print, maxOutput, ask, decode, local) {
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

${localeSource}
  const lower = String.prototype.toLowerCase, TypeErrorClass = TypeError;
  class Headers {
    #pairs = create(null);
    constructor(init) {
      const entries = init === undefined || init === null ? [] : typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
      for (const [name, value] of entries) this.set(name, value);
    }
    get(name) { const pair = this.#pairs[apply(lower, text(name), [])]; return pair === undefined ? null : pair[1]; }
    has(name) { return this.get(name) !== null; }
    set(name, value) { this.#pairs[apply(lower, text(name), [])] = [text(name), text(value)]; }
    append(name, value) { const old = this.get(name); this.set(name, old === null ? value : old + ', ' + value); }
    delete(name) { delete this.#pairs[apply(lower, text(name), [])]; }
    forEach(call) { for (const [name, value] of this) call(value, name, this); }
    *entries() { for (const name in this.#pairs) yield [name, this.#pairs[name][1]]; }
    *keys() { for (const [name] of this) yield name; }
    *values() { for (const [, value] of this) yield value; }
    [Symbol.iterator]() { return this.entries(); }
    toJSON() { const out = {}; for (const [name, value] of this) out[name] = value; return out; }
  }
  class Response {
    #body; #used = false;
    constructor(head, body) {
      this.status = head.status; this.ok = head.status >= 200 && head.status < 300; this.url = head.url;
      this.statusText = ''; this.redirected = head.redirected; this.type = 'basic'; this.headers = new Headers(head.headers); this.#body = body;
    }
    get bodyUsed() { return this.#used; }
    #take() { if (this.#used) throw new TypeErrorClass('Body is unusable: it has been read already'); this.#used = true; return this.#body; }
    async text() { return decode(this.#take()); }
    async json() { return parse(decode(this.#take())); }
    async arrayBuffer() { return this.#take(); }
    async bytes() { return new Uint8Array(this.#take()); }
    clone() { const twin = new Response({ status: this.status, url: this.url, redirected: this.redirected, headers: [...this.headers] }, this.#body); return twin; }
  }
  class URLSearchParams {
    #pairs = [];
    constructor(init) {
      if (typeof init === 'string') {
        for (const part of init.replace(/^\\?/, '').split('&')) if (part !== '') {
          const [name, ...value] = part.split('=');
          this.append(decodeURIComponent(name.replaceAll('+', ' ')), decodeURIComponent(value.join('=').replaceAll('+', ' ')));
        }
      } else if (init) for (const [name, value] of typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init)) this.append(name, value);
    }
    append(name, value) { this.#pairs.push([text(name), text(value)]); }
    set(name, value) { this.delete(name); this.append(name, value); }
    delete(name) { this.#pairs = this.#pairs.filter((pair) => pair[0] !== text(name)); }
    get(name) { const pair = this.#pairs.find((entry) => entry[0] === text(name)); return pair === undefined ? null : pair[1]; }
    has(name) { return this.get(name) !== null; }
    [Symbol.iterator]() { return this.#pairs[Symbol.iterator](); }
    toString() { return this.#pairs.map(([n, v]) => encodeURIComponent(n) + '=' + encodeURIComponent(v)).join('&').replaceAll('%20', '+'); }
  }
  const utf8 = (value) => unescape(encodeURIComponent(value));
  const latin1 = (bytes) => { let out = ''; for (let i = 0; i < bytes.length; i++) out += fromCharCode(bytes[i]); return out; };
  const bodyOf = (body, headers) => {
    if (body === undefined || body === null) return null;
    if (body instanceof ArrayBuffer) return btoa(latin1(new Uint8Array(body)));
    if (ArrayBuffer.isView(body)) return btoa(latin1(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)));
    if (body instanceof URLSearchParams) {
      if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    } else if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8');
    return btoa(utf8(text(body)));
  };
  const fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const body = bodyOf(init.body, headers);
    const isManual = init.redirect === 'manual' || init.redirect === 'error';
    const request = { method: text(init.method ?? 'GET'), url: text(input), headers: [...headers], body, connectTimeout: null, readTimeout: null, redirects: isManual ? 0 : 20, verify: true };
    const [head, bytes] = await ask(stringify(request));
    const answer = parse(head);
    if (!answer.ok) throw new TypeErrorClass('fetch failed: ' + answer.message);
    answer.redirected = answer.url !== request.url && !isManual;
    return new Response(answer, bytes);
  };
  hide('fetch', fetch); hide('Headers', Headers); hide('Response', Response); hide('URLSearchParams', URLSearchParams);

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
