import { type CallsPerMinute, isThisMachine, networkOf, type Reply } from '#http';
import { PlatformError } from '#kernel';
import type { Installed, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import type { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { replyOf } from './endpoint-reply.ts';

/** A request to a plugin, as it came. */
export interface EndpointRequest {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Of the caller. */
  readonly address: string;
  readonly signal: AbortSignal;
}

export interface EndpointCallsParts {
  readonly installs: Pick<PluginInstalls, 'byEndpointKey'>;
  readonly runner: Pick<PluginRunner, 'call'>;
  /** By the key of the address, and of those that lead nowhere by the network they are called from. */
  readonly calls: CallsPerMinute;
  readonly guesses: CallsPerMinute;
}

/** What says who is in front of a browser, and where a proxy has seen whom: not a plugin's business. */
const withheld =
  /^(cookie|authorization|proxy-.*|x-forwarded-.*|forwarded|x-real-ip|connection|host|x-csrf-token|x-workspace-id)$/;

/** Answers requests to addresses of installed plugins. */
export class EndpointCalls {
  readonly #parts: EndpointCallsParts;

  constructor(parts: EndpointCallsParts) {
    this.#parts = parts;
  }

  async answer(request: EndpointRequest): Promise<Reply> {
    const { runner, calls } = this.#parts;
    const installed = await this.#find(request);
    refuseBeyond(
      calls.take(request.key),
      'This address of a plugin is called too often (plugin-endpoints.callsPerMinute); try again later.',
    );
    const { methods = ['GET', 'POST'] } = installed.manifest.endpoint ?? {};
    if (!methods.includes(request.method)) {
      throw new PlatformError(
        'invalid',
        'plugin-endpoints.method_not_allowed',
        `The plugin at this address answers ${methods.join(', ')}.`,
      );
    }
    const answer = await runner.call({
      ...{ installed, target: { kind: 'endpoint' }, signal: request.signal },
      input: inputOf(request),
    });
    return replyOf(answer, { installed, key: request.key, path: request.path });
  }

  /** Addresses that lead nowhere are looked up so many times a minute, for each network. */
  async #find({ key, address }: EndpointRequest): Promise<Installed> {
    const { installs, guesses } = this.#parts;
    const network = address === '' || isThisMachine(address) ? null : networkOf(address);
    const message = 'Too many addresses that lead nowhere were called from your network; try again later.';
    if (network !== null) refuseBeyond(guesses.take(network, false), message);
    const installed = await installs.byEndpointKey(key);
    if (installed !== null) return installed;
    if (network !== null) refuseBeyond(guesses.take(network), message);
    throw new PlatformError('not-found', 'plugin-endpoints.no_endpoint', 'No plugin answers at this address.');
  }
}

/** `retryAfter`: whole seconds until there may be another call; null: there may be this one. */
function refuseBeyond(retryAfter: number | null, message: string): void {
  if (retryAfter === null) return;
  throw new PlatformError('limited', 'plugin-endpoints.too_many_requests', message, { retryAfter });
}

function inputOf({ key, method, path, search, headers, body }: EndpointRequest) {
  const query = Object.fromEntries(new URLSearchParams(search));
  const shown = Object.entries(headers).filter(([name, value]) => value !== undefined && !withheld.test(name));
  const rest = path.slice(path.indexOf(key) + key.length);
  const text = asText(body);
  return {
    ...{ method, path: rest === '' ? '/' : rest, query, search },
    headers: Object.fromEntries(shown),
    body: text,
    /** Of what is no text. */
    ...(text === null && { bytes: body }),
  };
}

function asText(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
