import { setTimeout } from 'node:timers/promises';
import { currentTime, isPlatformError } from '#kernel';
import type { AccountUse, ConnectedAccount, ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { RunFailure } from '#plugins/dataset-sources/contract.ts';
import type { EgressResponse } from '#plugins/egress/contract.ts';

export interface RemoteRequest {
  /** One of the interfaces of the account's provider. */
  readonly service: string;
  /** Begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** What a service says of a failure. `isLater`: it may be over soon. */
export interface RemoteFailure {
  /** In the service's words for programs: `notFound`. */
  readonly reason: string;
  /** In its words for people; "": none. */
  readonly message: string;
  readonly isLater: boolean;
}

/** A service answered that it does not do what was asked. It never means that something is gone. */
export class RemoteError extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, { reason, message }: RemoteFailure) {
    super(message === '' ? `the service answered ${status}` : message);
    this.status = status;
    this.reason = reason;
  }
}

/** A service wants to be asked again later. */
export class RemoteLater extends Error {
  /** Milliseconds, as the service says; 0: it does not. */
  readonly after: number;

  constructor(message: string, after: number) {
    super(message);
    this.after = after;
  }
}

export interface CallerParts {
  readonly accounts: Pick<ConnectedAccounts, 'request'>;
  readonly account: ConnectedAccount;
  readonly use: Omit<AccountUse, 'workspaceId' | 'accountId'>;
  readonly signal?: AbortSignal;
  /** Milliseconds between two calls. */
  readonly pace?: number;
  failure(status: number, body: unknown): RemoteFailure;
}

const JSON_BYTES = 20 * 1_048_576;
const MAX_AFTER = 15 * 60_000;

/** Asks a service with one account. */
export class RemoteCaller {
  readonly account: ConnectedAccount;
  readonly #parts: CallerParts;

  constructor(parts: CallerParts) {
    this.#parts = parts;
    this.account = parts.account;
  }

  /** The answer's JSON. Throws `RemoteError`, `RemoteLater`, and `RunFailure` where the account does not work. */
  async json<Answer = Readonly<Record<string, unknown>>>(request: RemoteRequest): Promise<Answer> {
    const response = await this.#sent(request);
    try {
      return JSON.parse(await response.text(JSON_BYTES)) as Answer;
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new RemoteLater('The service answered with something that is no JSON.', 0);
      throw error;
    }
  }

  /** The answer's bytes; null: there are more than `limit`. Redirects are not followed: the answer tells where they lead. */
  async bytes(
    request: RemoteRequest,
    limit: number,
  ): Promise<{ readonly bytes: Uint8Array | null; readonly location: string | null }> {
    const response = await this.#sent(request);
    const location = response.headers.location ?? null;
    if (response.status >= 300 && location !== null) {
      response.body.destroy();
      return { bytes: null, location };
    }
    try {
      return { bytes: await response.bytes(limit), location: null };
    } catch (error) {
      if (isPlatformError(error) && error.code === 'egress.too_large') return { bytes: null, location: null };
      throw error;
    }
  }

  async #paced(): Promise<void> {
    const { pace, account, signal } = this.#parts;
    if (pace === undefined) return;
    const now = currentTime();
    const at = Math.max(now, nextAt.get(account.id) ?? 0);
    if (nextAt.size > MAX_PACED) nextAt.clear();
    nextAt.set(account.id, at + pace);
    if (at > now) await setTimeout(at - now, undefined, signal === undefined ? {} : { signal });
  }

  async #sent({
    service,
    path,
    query = {},
    method = 'GET',
    headers = {},
    body,
  }: RemoteRequest): Promise<EgressResponse> {
    const { accounts, account, use, signal, failure } = this.#parts;
    const base = account.services[service];
    if (base === undefined)
      throw new RemoteError(404, { reason: 'none', message: `there is no ${service}`, isLater: false });
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    await this.#paced();
    const response = await accounts
      .request(
        { ...use, workspaceId: account.workspaceId, accountId: account.id },
        {
          url: `${base}${path}${search}`,
          method,
          headers: Object.entries({ accept: '*/*', ...json, ...headers }),
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(signal !== undefined && { signal }),
        },
      )
      .catch((error: unknown) => {
        throw ofAccount(error);
      });
    if (response.status < 400) return response;
    const text = await response.text(JSON_BYTES).catch(() => '');
    const told = failure(response.status, parsed(text));
    if (told.isLater || response.status === 429 || response.status >= 500) {
      throw new RemoteLater(told.message || `the service answered ${response.status}`, afterOf(response.headers));
    }
    throw new RemoteError(response.status, told);
  }
}

/** When each account may be asked next, in this process; with more of them, the service says when it is too much. */
const nextAt = new Map<string, number>();
const MAX_PACED = 10_000;

/** What says that the account does not work ends a run, and holds the source until it does. */
function ofAccount(error: unknown): unknown {
  if (!isPlatformError(error)) return error;
  if (error.code === 'egress.unreachable' || error.code === 'egress.timeout') return new RemoteLater(error.message, 0);
  if (!error.code.startsWith('connected-accounts.') || error.kind === 'unavailable') return error;
  return new RunFailure(error.message, { isOfAccount: true });
}

function afterOf(headers: Readonly<Record<string, string>>): number {
  const seconds = Number(headers['retry-after'] ?? '');
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, MAX_AFTER) : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
