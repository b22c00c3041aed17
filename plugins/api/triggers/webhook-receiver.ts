import { type CallsPerMinute, isThisMachine, json, networkOf, type Reply, text } from '#http';
import { isPlatformError, newId, PlatformError } from '#kernel';
import type { CommitEntry } from '#plugins/database/contract.ts';
import { endUserId } from '#plugins/end-users/contract.ts';
import type { StoredFile, StoredFiles } from '#plugins/files/contract.ts';
import type { Webhook } from '#plugins/node-triggers/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { triggersOf } from './definitions.ts';
import { type FiringRun, triggerUser } from './firing-run.ts';
import { isTaken } from './firing-store.ts';
import { type ReceivedCall, rawCall, receivedCall } from './received-call.ts';
import type { RefusedCalls } from './refusals.ts';
import { signatureHeaders, unsignedKey, verify } from './signatures.ts';
import type { TriggerRow, TriggerStore } from './store.ts';
import { TOKEN_LENGTH } from './trigger-sync.ts';
import { webhookValues } from './webhook-values.ts';

/** Sealing of what callers sign with. */
export const SECRET_PURPOSE = 'triggers.signature';

/** A call of an address. */
export interface WebhookCall {
  readonly token: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Without the question mark. */
  readonly search: string;
  readonly bytes: Buffer;
  readonly address: string;
}

export interface ReceiverParts {
  readonly store: TriggerStore;
  readonly firingRun: FiringRun;
  readonly secrets: Secrets;
  readonly files: StoredFiles;
  readonly workspaces: Workspaces;
  readonly refusals: RefusedCalls;
  /** Calls of each webhook, and wrong addresses by network. */
  readonly calls: CallsPerMinute;
  readonly guesses: CallsPerMinute;
  readonly now: () => Date;
}

const tokenPattern = new RegExp(`^[A-Za-z0-9]{${TOKEN_LENGTH}}$`);
/** Of a call that no run is told of, besides signatures. */
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie'];

/** Takes calls of webhooks: nothing is answered with success before the run can't be lost any more. */
export class WebhookReceiver {
  readonly #parts: ReceiverParts;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  async receive(call: WebhookCall): Promise<Reply<unknown>> {
    const { calls, refusals, now } = this.#parts;
    const trigger = await this.#find(call);
    try {
      const message =
        'This webhook is called more often than it may be (WEFT_WEBHOOK_CALLS_PER_MINUTE); try again later.';
      refuseBeyond(calls.take(trigger.id), message);
      return await this.#accept(trigger, call);
    } catch (error) {
      if (isPlatformError(error) && error.kind !== 'internal') refusals.add(trigger.id, error.message, now());
      throw error;
    }
  }

  /** Addresses that lead nowhere are answered alike, whatever the reason. */
  async #find({ token, address }: WebhookCall): Promise<TriggerRow> {
    const { guesses, secrets, store, workspaces } = this.#parts;
    const isWatched = address !== '' && !isThisMachine(address);
    const message = 'Too many addresses that lead nowhere were called from your network; try again later.';
    if (isWatched) refuseBeyond(guesses.take(networkOf(address), false), message);
    const found = tokenPattern.test(token) ? await store.byToken(secrets.hash(token)) : null;
    if (found !== null && !workspaces.isClosed(found.workspace_id)) return found;
    if (isWatched) refuseBeyond(guesses.take(networkOf(address)), message);
    throw new PlatformError('not-found', 'triggers.no_address', 'There is no webhook at this address.');
  }

  async #accept(trigger: TriggerRow, call: WebhookCall): Promise<Reply<unknown>> {
    const { firingRun, store, now } = this.#parts;
    const { workspace_id: workspaceId, app_id: appId } = trigger;
    if (!trigger.enabled) throw paused('The webhook is paused');
    const found = await firingRun.published(workspaceId, appId).catch((error: unknown) => {
      throw isPlatformError(error) && error.kind === 'forbidden' ? paused('The app of this webhook is paused') : error;
    });
    const webhook = triggersOf(found.version).find(({ nodeId }) => nodeId === trigger.node_id)?.webhook ?? null;
    if (webhook === null) throw paused('The app of this webhook was published without it');
    if (call.method !== webhook.method) {
      const message = `This webhook is called by ${webhook.method}, not by ${call.method}.`;
      throw new PlatformError('invalid', 'triggers.method_not_allowed', message);
    }
    const at = now();
    const key = this.#keyOf(trigger, call, at);
    if (key !== null && (await store.hasFiring(workspaceId, trigger.id, key))) return replyOf(webhook);
    const received = await receivedCall(webhook, {
      method: call.method,
      headers: call.headers,
      secretHeaders: secretsOf(trigger),
      query: new URLSearchParams(call.search),
      bytes: call.bytes,
    });
    const values = webhookValues(webhook, received);
    const firingId = newId();
    const kept = await this.#keepFiles(trigger, received);
    try {
      const inputs = { ...withFiles(values, kept.values), _webhook_raw: rawCall(received, kept.byField) };
      const delivery = { key: key ?? `call:${firingId}`, at };
      await firingRun.begin({ trigger, found, firingId, inputs, delivery, entries: kept.entries });
    } catch (error) {
      await Promise.all(kept.files.map((file) => this.#parts.files.discard(file).catch(() => {})));
      // The same delivery came twice at a time: it has its run.
      if (!isTaken(error)) throw error;
    }
    return replyOf(webhook);
  }

  /** The name of the delivery. Throws 401 for a call that is not signed as it must be. */
  #keyOf(trigger: TriggerRow, { headers, bytes: body }: WebhookCall, at: Date): string | null {
    const { signature, sealed_secret: sealed, previous_secret: previous, previous_until: until } = trigger;
    if (signature === null) return unsignedKey(headers);
    const isOldGood = previous !== null && until !== null && until > at;
    const secrets = [sealed, isOldGood ? previous : null].flatMap((secret) =>
      secret === null ? [] : [this.#parts.secrets.open(trigger.workspace_id, SECRET_PURPOSE, secret)],
    );
    const verified = verify({ headers, body }, secrets, signature, at);
    if (verified.isGood) return verified.key;
    const message = `The call is not signed as this webhook wants it (${signature.scheme}): ${verified.why}.`;
    throw new PlatformError('unauthenticated', 'triggers.invalid_signature', message);
  }

  /** The files of a call, whose rows become durable with its run. */
  async #keepFiles(trigger: TriggerRow, { files: parts }: ReceivedCall) {
    const { files } = this.#parts;
    const { workspace_id: workspaceId, app_id: appId } = trigger;
    const kept: StoredFile[] = [];
    const entries: CommitEntry[] = [];
    const values = new Map<unknown, unknown>();
    const byField: Record<string, unknown> = {};
    const userId = endUserId({ appId, type: 'trigger', sessionId: triggerUser(trigger) });
    try {
      for (const part of parts) {
        const content = (async function* () {
          yield part.bytes;
        })();
        const { filename, mediaType } = part;
        const received = await files.receive({ workspaceId, appId }, { filename, mediaType, content });
        kept.push(received);
        const file = { ...received, endUserId: userId };
        entries.push(...(await files.entries(file)));
        const value = files.toValue(file);
        values.set(part, value);
        if (part.name !== '__proto__') byField[part.name] = value;
      }
    } catch (error) {
      await Promise.all(kept.map((file) => files.discard(file).catch(() => {})));
      throw error;
    }
    return { files: kept, entries, values, byField };
  }
}

/** Headers that neither the values nor the whole call hold. */
function secretsOf({ signature }: TriggerRow): ReadonlySet<string> {
  return new Set([...signatureHeaders, ...secretHeaders, ...(signature?.header ? [signature.header] : [])]);
}

function withFiles(values: Readonly<Record<string, unknown>>, files: ReadonlyMap<unknown, unknown>) {
  const swap = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((item) => files.get(item) ?? item) : (files.get(value) ?? value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, swap(value)]));
}

/** What the node wants to be answered: JSON where it is some, else the text as it is. */
function replyOf({ status, responseBody }: Webhook): Reply<unknown> {
  if (responseBody.trim() === '')
    return json({ status: 'success', message: 'Webhook processed successfully' }, { status });
  const contentType = isJson(responseBody) ? 'application/json' : 'text/plain; charset=utf-8';
  return text(responseBody, { status, contentType });
}

function isJson(body: string): boolean {
  if (!/^\s*[[{]/.test(body)) return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** `retryAfter`: whole seconds until there may be another call; null: there may be this one. */
function refuseBeyond(retryAfter: number | null, message: string): void {
  if (retryAfter !== null) throw new PlatformError('limited', 'triggers.too_many_requests', message, { retryAfter });
}

function paused(why: string): PlatformError {
  return new PlatformError('conflict', 'triggers.paused', `${why}: it takes no calls at the moment.`);
}
