import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import {
  filled,
  type Injection,
  isGranted,
  originOf,
  settingNamed,
  settingsIn,
} from '#plugins/plugin-packages/contract.ts';
import { refusal } from './refusal.ts';
import { SecretMask, secretsOf } from './secret-mask.ts';

/** What a package may reach, and with what. */
export interface NetworkGrants {
  readonly network: readonly string[];
  readonly inject: readonly Injection[];
  /** Settings that are no secrets: they may name an origin. */
  readonly settings: Readonly<Record<string, string>>;
  /** Secrets; read when the first request is sent. */
  secrets(): Promise<Readonly<Record<string, string>>>;
}

export interface PackageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  /** Redirects to follow. */
  readonly redirects: number;
}

/** Requests a package may send in a call. */
const mostRequests = 100;
const mostRedirects = 20;
const answerBytes = 10 * 1024 * 1024;
/** What is left to the server: whom a request is sent to, and how an answer is packed, which must be readable here. */
const ownHeaders = new Set(['host', 'accept-encoding']);
const redirecting = new Set([301, 302, 303, 307, 308]);

/** The way out for one call of a package: to the origins that are granted, with secrets put in on the way. */
export class GrantedRequests {
  readonly #egress: Pick<Egress, 'request'>;
  readonly #grants: NetworkGrants;
  readonly #signal: AbortSignal;
  #sent = 0;
  #mask: Promise<SecretMask> | undefined;

  constructor(egress: Pick<Egress, 'request'>, grants: NetworkGrants, signal: AbortSignal) {
    this.#egress = egress;
    this.#grants = grants;
    this.#signal = signal;
  }

  /** A whole answer. Throws what a package may read. */
  async fetch(request: PackageRequest) {
    const response = await this.open(request);
    const mask = await this.#masking();
    const body = mask.bytes(await response.bytes(answerBytes));
    return { status: response.status, url: mask.text(response.url), headers: await this.headersOf(response), body };
  }

  /**
   * Each redirect is looked at like a request of its own: it leads to granted origins only, and only what belongs to an
   * origin is put into requests to it. What the package itself sent as credentials stays behind where the origin changes.
   */
  async open(request: PackageRequest): Promise<EgressResponse> {
    let next = request;
    for (let followed = 0; ; followed += 1) {
      const response = await this.#send(next);
      const location = response.headers.location;
      if (!redirecting.has(response.status) || location === undefined || request.redirects === 0) return response;
      response.body.destroy();
      if (followed >= Math.min(request.redirects, mostRedirects)) throw refusal('Error', 'too many redirects');
      next = redirected(next, response.status, location);
    }
  }

  async headersOf({ headers }: EgressResponse): Promise<readonly (readonly [string, string])[]> {
    const mask = await this.#masking();
    const shown = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
    return shown.map(([name, value]) => [name, mask.text(value)] as const);
  }

  /** What is read as it comes, without secrets that the server sends back. */
  async *maskedPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* (await this.#masking()).pieces(body);
  }

  #masking(): Promise<SecretMask> {
    this.#mask ??= this.#readMask();
    return this.#mask;
  }

  async #readMask(): Promise<SecretMask> {
    const { inject, settings, secrets } = this.#grants;
    return new SecretMask(inject.length === 0 ? [] : secretsOf(inject, await secrets(), settings));
  }

  async #send(request: PackageRequest): Promise<EgressResponse> {
    if (++this.#sent > mostRequests) throw refusal('Error', `a plugin may send ${mostRequests} requests a call`);
    const url = URL.canParse(request.url) ? new URL(request.url) : null;
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw refusal('TypeError', `${JSON.stringify(request.url.slice(0, 200))} is no address of http or https`);
    }
    const { network, settings } = this.#grants;
    if (url.username !== '' || url.password !== '' || !isGranted(url, network, settings)) {
      throw refusal('Refused', `this plugin may not ask ${url.origin}: it is not among its permissions`);
    }
    const { address, headers } = await this.#withSecrets(url, request.headers);
    return this.#egress.request({
      url: address,
      method: request.method,
      headers,
      ...(request.body === null || request.body.length === 0 ? {} : { body: request.body }),
      signal: this.#signal,
      decompress: true,
    });
  }

  async #withSecrets(url: URL, given: PackageRequest['headers']) {
    const { inject, settings } = this.#grants;
    const headers = new Map(
      given.filter(([name]) => !ownHeaders.has(name.toLowerCase())).map((pair) => [pair[0].toLowerCase(), pair]),
    );
    const mine = inject.filter(({ origin }) => this.#originOf(origin) === url.origin);
    if (mine.length === 0) return { address: url.href, headers: [...headers.values()] };
    const values = { ...settings, ...(await this.#grants.secrets()) };
    const address = new URL(url);
    for (const { header, query, value } of mine) {
      // What is not set is not sent; a parameter that the package itself has given stays.
      if (settingsIn(value).some((name) => (values[name] ?? '') === '')) continue;
      const text = filled(value, values);
      if (header !== undefined) headers.set(header.toLowerCase(), [header, text]);
      if (query !== undefined && !address.searchParams.has(query)) address.searchParams.set(query, text);
    }
    return { address: address.href, headers: [...headers.values()] };
  }

  #originOf(origin: string): string | undefined {
    const setting = settingNamed(origin);
    return originOf(setting === undefined ? origin : (this.#grants.settings[setting] ?? ''));
  }
}

/** The request that a redirect asks for. */
function redirected(request: PackageRequest, status: number, location: string): PackageRequest {
  if (!URL.canParse(location, request.url)) throw refusal('Error', 'a redirect leads to no address');
  const next = new URL(location, request.url);
  const isElsewhere = next.origin !== new URL(request.url).origin;
  const becomesGet = status === 303 || ((status === 301 || status === 302) && request.method === 'POST');
  const dropped = [
    ...(isElsewhere ? ['authorization', 'cookie', 'x-api-key', 'api-key'] : []),
    ...(becomesGet ? ['content-type', 'content-length'] : []),
  ];
  const headers = request.headers.filter(([name]) => !dropped.includes(name.toLowerCase()));
  return {
    ...request,
    url: next.href,
    headers,
    ...(becomesGet ? { method: request.method === 'HEAD' ? 'HEAD' : 'GET', body: null } : {}),
  };
}
