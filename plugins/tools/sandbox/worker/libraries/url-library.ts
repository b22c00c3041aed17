import type { UrlParts } from '#plugins/sandbox/worker/host-url.ts';
import type { LibraryTools } from './tools.ts';

/** `URL`: the server reads and changes addresses, as its own `URL` does. */
export function urlLibrary({ url, need }: LibraryTools) {
  type SearchParamsClass = typeof globalThis.URLSearchParams;
  type Change = readonly [part: keyof UrlParts, value: string];

  const read = (address: string, base: string | null, change: Change | null = null): UrlParts | null =>
    JSON.parse(url(JSON.stringify([address, base, change])));

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
    #parts: UrlParts;
    /** Made when they are asked for: with them, an address is freed only by the collector of cycles. */
    #params: URLSearchParams | null = null;
    constructor(input: unknown, base?: unknown) {
      const parts = read(String(input), base === undefined ? null : String(base));
      if (parts === null) throw new TypeError(`Invalid URL: ${String(input).slice(0, 200)}`);
      this.#parts = parts;
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
    #change(part: keyof UrlParts, value: unknown): void {
      const changed = read(this.#parts.href, null, [part, String(value)]);
      if (changed === null) throw new TypeError(`Invalid URL: ${String(value).slice(0, 200)}`);
      this.#parts = changed;
    }
    #refill(): void {
      if (this.#params !== null) refill(this.#params, this.#parts.search);
    }
    get href(): string {
      return this.#parts.href;
    }
    set href(value: unknown) {
      this.#change('href', value);
      this.#refill();
    }
    get origin(): string {
      return this.#parts.origin;
    }
    get protocol(): string {
      return this.#parts.protocol;
    }
    set protocol(value: unknown) {
      this.#change('protocol', value);
    }
    get username(): string {
      return this.#parts.username;
    }
    set username(value: unknown) {
      this.#change('username', value);
    }
    get password(): string {
      return this.#parts.password;
    }
    set password(value: unknown) {
      this.#change('password', value);
    }
    get host(): string {
      return this.#parts.host;
    }
    set host(value: unknown) {
      this.#change('host', value);
    }
    get hostname(): string {
      return this.#parts.hostname;
    }
    set hostname(value: unknown) {
      this.#change('hostname', value);
    }
    get port(): string {
      return this.#parts.port;
    }
    set port(value: unknown) {
      this.#change('port', value);
    }
    get pathname(): string {
      return this.#parts.pathname;
    }
    set pathname(value: unknown) {
      this.#change('pathname', value);
    }
    get search(): string {
      return this.#parts.search;
    }
    set search(value: unknown) {
      this.#change('search', value);
      this.#refill();
    }
    get searchParams(): URLSearchParams {
      this.#params ??= new URLSearchParams(this.#parts.search, (text) => this.#change('search', text));
      return this.#params;
    }
    get hash(): string {
      return this.#parts.hash;
    }
    set hash(value: unknown) {
      this.#change('hash', value);
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
