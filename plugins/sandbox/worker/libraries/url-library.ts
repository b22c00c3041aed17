import type { LibraryTools } from './tools.ts';

/** `URL` as its standard has it. Names of hosts outside ASCII are normalised and coded, not checked. */
export function urlLibrary({ need }: LibraryTools) {
  type SearchParamsClass = typeof globalThis.URLSearchParams;
  const percentDecode: (text: string) => string = need('percentDecode');
  interface Parts {
    scheme: string;
    username: string;
    password: string;
    host: string | null;
    port: string;
    /** Segments, or what follows the scheme of an address such as `mailto:`. */
    path: string[] | string;
    query: string | null;
    fragment: string | null;
  }
  const ports: Record<string, string> = {
    'http:': '80',
    'https:': '443',
    'ws:': '80',
    'wss:': '443',
    'ftp:': '21',
    'file:': '',
  };
  const isSpecial = (scheme: string) => Object.hasOwn(ports, scheme);

  const inFragment = ' "<>`';
  const inQuery = ' "#<>';
  const inPath = ' "#<>?^`{}';
  const inUser = ' "#<>?^`{}/:;=@[\\]|';
  const escapeBy = (text: string, set: string): string =>
    text.toWellFormed().replace(/[^!$&()*+,\-.0-9_a-zA-Z~]/gu, (character) => {
      if (character > '~') return encodeURIComponent(character);
      if (character >= ' ' && !set.includes(character)) return character;
      const code = character.charCodeAt(0);
      return `%${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
    });
  const parseIpv4 = (host: string): string | null => {
    const pieces = host.replace(/\.$/, '').split('.');
    if (pieces.length > 4) return null;
    const numbers = pieces.map((piece) => {
      if (/^0x[\da-f]*$/.test(piece)) return piece.length === 2 ? 0 : Number.parseInt(piece.slice(2), 16);
      if (/^0[0-7]+$/.test(piece)) return Number.parseInt(piece, 8);
      return /^(0|[1-9]\d*)$/.test(piece) ? Number(piece) : Number.NaN;
    });
    const last = numbers.pop() as number;
    if (numbers.some((number) => !(number <= 255)) || !(last < 256 ** (4 - numbers.length))) return null;
    const value = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
    return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
  };
  const parseIpv6 = (text: string): string | null => {
    const halves = text.split('::');
    if (halves.length > 2) return null;
    const read = (half: string): number[] | null => {
      if (half === '') return [];
      const words: number[] = [];
      const pieces = half.split(':');
      for (let at = 0; at < pieces.length; at++) {
        const piece = pieces[at] as string;
        const dotted = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(piece);
        if (dotted !== null && at === pieces.length - 1) {
          const [a, b, c, d] = dotted.slice(1).map(Number) as [number, number, number, number];
          if (Math.max(a, b, c, d) > 255) return null;
          words.push(a * 256 + b, c * 256 + d);
        } else if (/^[\da-f]{1,4}$/i.test(piece)) words.push(Number.parseInt(piece, 16));
        else return null;
      }
      return words;
    };
    const [before, after] = [read(halves[0] as string), read(halves[1] ?? '')];
    if (before === null || after === null) return null;
    const missing = 8 - before.length - after.length;
    if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
    const words = [...before, ...new Array<number>(missing).fill(0), ...after]
      .map((word) => word.toString(16))
      .join(':');
    const longest = (words.match(/(?<![\da-f])0(:0)+(?![\da-f])/g) ?? []).sort((a, b) => b.length - a.length)[0];
    if (longest === undefined) return `[${words}]`;
    const at = words.search(new RegExp(`(?<![\\da-f])${longest}(?![\\da-f])`));
    return `[${words.slice(0, at).replace(/:$/, '')}::${words.slice(at + longest.length).replace(/^:/, '')}]`;
  };
  /** Null when it is no host. */
  const parseHost = (text: string, special: boolean): string | null => {
    if (text.startsWith('[')) return text.endsWith(']') ? parseIpv6(text.slice(1, -1)) : null;
    if (!special) return /[\0\t\n\r #/:<>?@[\\\]^|]/.test(text) ? null : escapeBy(text, '');
    const name = percentDecode(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u3002\uff0e\uff61]/g, '.');
    if (name === '' || /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/.test(name)) return null;
    return /(^|\.)(\d+|0x[\da-f]*)\.?$/.test(name) ? parseIpv4(name) : punycode(name);
  };
  const digit = (value: number) => String.fromCharCode(value < 26 ? value + 97 : value + 22);
  const punycode = (name: string): string =>
    name
      .split('.')
      .map((label) => {
        const points = [...label].map((character) => character.codePointAt(0) as number);
        if (points.every((point) => point < 128)) return label;
        let made = points
          .filter((point) => point < 128)
          .map((point) => String.fromCharCode(point))
          .join('');
        const basic = made.length;
        if (basic > 0) made += '-';
        let [n, delta, bias, handled] = [128, 0, 72, basic];
        while (handled < points.length) {
          const next = Math.min(...points.filter((point) => point >= n));
          delta += (next - n) * (handled + 1);
          n = next;
          for (const point of points) {
            if (point < n) delta++;
            if (point !== n) continue;
            let q = delta;
            for (let k = 36; ; k += 36) {
              const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
              if (q < t) break;
              made += digit(t + ((q - t) % (36 - t)));
              q = Math.floor((q - t) / (36 - t));
            }
            made += digit(q);
            delta = handled === basic ? Math.floor(delta / 700) : delta >> 1;
            delta += Math.floor(delta / (handled + 1));
            let k = 0;
            for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
            bias = k + Math.floor((36 * delta) / (delta + 38));
            delta = 0;
            handled++;
          }
          delta++;
          n++;
        }
        return `xn--${made}`;
      })
      .join('.');

  const isDrive = (segment: string | undefined) => segment !== undefined && /^[a-z][:|]$/i.test(segment);
  const addPath = (parts: Parts, text: string): void => {
    const path = parts.path as string[];
    const segments = text.split('/');
    segments.forEach((segment, index) => {
      const plain = segment.replace(/%2e/gi, '.');
      const isLast = index === segments.length - 1;
      if (plain === '..') {
        if (!(parts.scheme === 'file:' && path.length === 1 && isDrive(path[0]))) path.pop();
        if (isLast) path.push('');
      } else if (plain === '.') {
        if (isLast) path.push('');
      } else if (parts.scheme === 'file:' && path.length === 0 && isDrive(segment)) path.push(`${segment[0]}:`);
      else path.push(escapeBy(segment, inPath));
    });
  };
  const setPort = (parts: Parts, text: string): boolean => {
    if (!/^\d*$/.test(text) || Number(text) > 65535) return false;
    const port = text === '' ? '' : String(Number(text));
    parts.port = port === ports[parts.scheme] ? '' : port;
    return true;
  };
  const addAuthority = (parts: Parts, text: string): boolean => {
    const at = text.lastIndexOf('@');
    if (at >= 0) {
      const [, user = '', password = ''] = /^([^:]*):?([\s\S]*)$/.exec(text.slice(0, at)) ?? [];
      parts.username = escapeBy(user, inUser);
      parts.password = escapeBy(password, inUser);
    }
    const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::([\s\S]*))?$/.exec(text.slice(at + 1)) ?? [];
    if (name === '' && (isSpecial(parts.scheme) || at >= 0 || port !== undefined)) return false;
    parts.host = name === '' ? '' : parseHost(name, isSpecial(parts.scheme));
    return parts.host !== null && setPort(parts, port ?? '');
  };

  const parse = (input: string, base: Parts | null): Parts | null => {
    let rest = input.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
    const hash = rest.indexOf('#');
    const fragment = hash < 0 ? null : escapeBy(rest.slice(hash + 1), inFragment);
    if (hash >= 0) rest = rest.slice(0, hash);
    const named = /^([a-z][a-z\d+.-]*):/i.exec(rest);
    const scheme = named === null ? (base?.scheme ?? '') : (named[0] as string).toLowerCase();
    if (scheme === '') return null;
    const special = isSpecial(scheme);
    if (named !== null) rest = rest.slice(named[0].length);
    const mark = rest.indexOf('?');
    const query = mark < 0 ? null : escapeBy(rest.slice(mark + 1), special ? `${inQuery}'` : inQuery);
    if (mark >= 0) rest = rest.slice(0, mark);
    if (special) rest = rest.replace(/\\/g, '/');
    const parts: Parts = { scheme, username: '', password: '', host: null, port: '', path: [], query, fragment };
    const isRelative = named === null || (special && base?.scheme === scheme && !rest.startsWith('//'));
    if (isRelative && base !== null) {
      if (typeof base.path === 'string') return rest === '' && mark < 0 && hash >= 0 ? { ...base, fragment } : null;
      if (!rest.startsWith('//')) {
        Object.assign(parts, { username: base.username, password: base.password, host: base.host, port: base.port });
        if (rest === '') {
          return { ...parts, path: [...base.path], query: mark < 0 ? base.query : query };
        }
        if (rest.startsWith('/')) addPath(parts, rest.slice(1));
        else {
          parts.path = base.path.slice(0, -1);
          addPath(parts, rest);
        }
        return parts;
      }
    }
    if (special && scheme !== 'file:') rest = `//${rest.replace(/^\/+/, '')}`;
    if (rest.startsWith('//')) {
      const end = rest.indexOf('/', 2);
      const authority = end < 0 ? rest.slice(2) : rest.slice(2, end);
      if (scheme === 'file:') {
        if (isDrive(authority)) {
          addPath(parts, rest.slice(2));
          return { ...parts, host: '' };
        }
        const host = authority === '' ? '' : parseHost(authority, true);
        if (host === null) return null;
        parts.host = host === 'localhost' ? '' : host;
      } else if (!addAuthority(parts, authority)) return null;
      if (end >= 0) addPath(parts, rest.slice(end + 1));
      else if (special) (parts.path as string[]).push('');
      return parts;
    }
    if (scheme === 'file:') parts.host = '';
    if (rest.startsWith('/') || scheme === 'file:') addPath(parts, rest.replace(/^\//, ''));
    else parts.path = escapeBy(rest, '');
    return parts;
  };

  const pathText = ({ path }: Parts) =>
    typeof path === 'string' ? path : path.map((segment) => `/${segment}`).join('');
  const hostText = ({ host, port }: Parts) => (host ?? '') + (port === '' ? '' : `:${port}`);
  const write = (parts: Parts): string => {
    const { scheme, username, password, host, path, query, fragment } = parts;
    const user = username + (password === '' ? '' : `:${password}`);
    const authority = host === null ? '' : `//${user}${user === '' ? '' : '@'}${hostText(parts)}`;
    const guard = host === null && typeof path !== 'string' && path.length > 1 && path[0] === '' ? '/.' : '';
    return `${scheme}${authority}${guard}${pathText(parts)}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`;
  };

  const Params: SearchParamsClass = need('URLSearchParams');
  /** The parameters of an address, which follows their changes. */
  class URLSearchParams extends Params {
    #changed: ((text: string) => void) | null;
    constructor(text: string, changed: (text: string) => void) {
      super(text);
      this.#changed = changed;
    }
    #tell(): void {
      this.#changed?.(this.toString());
    }
    override append(name: unknown, value: unknown): void {
      super.append(String(name), String(value));
      this.#tell();
    }
    override set(name: unknown, value: unknown): void {
      super.set(String(name), String(value));
      this.#tell();
    }
    override delete(name: unknown, value?: unknown): void {
      super.delete(String(name), value as string);
      this.#tell();
    }
    override sort(): void {
      super.sort();
      this.#tell();
    }
    /** Takes over the query of an address that was changed otherwise. */
    static refill(params: URLSearchParams, text: string): void {
      const tell = params.#changed;
      params.#changed = null;
      for (const name of [...params.keys()]) params.delete(name);
      for (const [name, value] of new Params(text)) params.append(name, value);
      params.#changed = tell;
    }
  }
  const { refill } = URLSearchParams;

  class URL {
    #parts: Parts;
    readonly #params: URLSearchParams;
    constructor(input: unknown, base?: unknown) {
      const from = base === undefined ? null : parse(String(base), null);
      const parts = base !== undefined && from === null ? null : parse(String(input), from);
      if (parts === null) throw new TypeError(`Invalid URL: ${String(input).slice(0, 200)}`);
      this.#parts = parts;
      this.#params = new URLSearchParams(parts.query ?? '', (text) => {
        this.#parts.query = text === '' ? null : text;
      });
    }
    static canParse(input: unknown, base?: unknown): boolean {
      return URL.parse(input, base) !== null;
    }
    static parse(input: unknown, base?: unknown): URL | null {
      try {
        return new URL(input, base);
      } catch {
        return null;
      }
    }
    get href(): string {
      return write(this.#parts);
    }
    set href(value: unknown) {
      this.#parts = new URL(value).#parts;
      refill(this.#params, this.#parts.query ?? '');
    }
    get origin(): string {
      const { scheme } = this.#parts;
      return isSpecial(scheme) && scheme !== 'file:' ? `${scheme}//${hostText(this.#parts)}` : 'null';
    }
    get protocol(): string {
      return this.#parts.scheme;
    }
    set protocol(value: unknown) {
      const scheme = /^([a-z][a-z\d+.-]*)(:|$)/i.exec(String(value))?.[1]?.toLowerCase();
      if (scheme === undefined || isSpecial(`${scheme}:`) !== isSpecial(this.#parts.scheme)) return;
      this.#parts.scheme = `${scheme}:`;
      setPort(this.#parts, this.#parts.port);
    }
    get username(): string {
      return this.#parts.username;
    }
    set username(value: unknown) {
      if (this.#parts.host) this.#parts.username = escapeBy(String(value), inUser);
    }
    get password(): string {
      return this.#parts.password;
    }
    set password(value: unknown) {
      if (this.#parts.host) this.#parts.password = escapeBy(String(value), inUser);
    }
    get host(): string {
      return hostText(this.#parts);
    }
    set host(value: unknown) {
      const [, name = '', port] = /^(\[[^\]]*\]|[^:/?#\\]*)(?::(\d*))?/.exec(String(value)) ?? [];
      this.hostname = name;
      if (port) this.port = port;
    }
    get hostname(): string {
      return this.#parts.host ?? '';
    }
    set hostname(value: unknown) {
      if (typeof this.#parts.path === 'string') return;
      const host = parseHost(String(value), isSpecial(this.#parts.scheme));
      if (host !== null) this.#parts.host = host;
    }
    get port(): string {
      return this.#parts.port;
    }
    set port(value: unknown) {
      const digits = /^\d*/.exec(String(value))?.[0] ?? '';
      if (this.#parts.host && (digits !== '' || String(value) === '')) setPort(this.#parts, digits);
    }
    get pathname(): string {
      return pathText(this.#parts);
    }
    set pathname(value: unknown) {
      if (typeof this.#parts.path === 'string') return;
      this.#parts.path = [];
      const text = isSpecial(this.#parts.scheme) ? String(value).replace(/\\/g, '/') : String(value);
      addPath(this.#parts, text.replace(/^\//, ''));
    }
    get search(): string {
      return this.#parts.query ? `?${this.#parts.query}` : '';
    }
    set search(value: unknown) {
      const text = String(value).replace(/^\?/, '');
      this.#parts.query =
        String(value) === '' ? null : escapeBy(text, isSpecial(this.#parts.scheme) ? `${inQuery}'` : inQuery);
      refill(this.#params, text);
    }
    get searchParams(): URLSearchParams {
      return this.#params;
    }
    get hash(): string {
      return this.#parts.fragment ? `#${this.#parts.fragment}` : '';
    }
    set hash(value: unknown) {
      this.#parts.fragment = String(value) === '' ? null : escapeBy(String(value).replace(/^#/, ''), inFragment);
    }
    toString(): string {
      return this.href;
    }
    toJSON(): string {
      return this.href;
    }
  }
  return { URL };
}
