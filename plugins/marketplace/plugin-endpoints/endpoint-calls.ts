import type { Reply } from '#http';
import { PlatformError } from '#kernel';
import type { PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import type { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { replyOf } from './endpoint-reply.ts';
import type { MinuteCounter } from './minute-counter.ts';

/** A request to a plugin, as it came. */
export interface EndpointRequest {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

export interface EndpointCallsParts {
  readonly installs: Pick<PluginInstalls, 'byEndpointKey'>;
  readonly runner: Pick<PluginRunner, 'call'>;
  readonly counter: MinuteCounter;
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
    const { installs, runner, counter } = this.#parts;
    const installed = await installs.byEndpointKey(request.key);
    const endpoint = installed?.manifest.endpoint;
    if (installed === null || endpoint === undefined) {
      throw new PlatformError('not-found', 'plugin-endpoints.no_endpoint', 'No plugin answers at this address.');
    }
    counter.take(request.key);
    const { methods = ['GET', 'POST'] } = endpoint;
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
    return replyOf(answer);
  }
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
