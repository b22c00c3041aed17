import { createHash } from 'node:crypto';
import { isMapping } from '#engine';
import { currentTime } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';

const PURPOSE = 'mcp-server.request-state';

/** A call that waits for a person, as its client carries it to its next request. */
export interface WaitingCall {
  readonly runId: string;
  readonly formId: string;
  readonly messageId: string | null;
  readonly conversationId: string | null;
}

/** Whose call it is: another's, or another call, gets nothing by it. */
export interface CallOwner {
  readonly workspaceId: string;
  readonly server: string;
  readonly appId: string;
  readonly sessionId: string;
  /** As JSON. */
  readonly arguments: string;
}

/** Sealed: a client can neither read nor change it. Whether a form is answered once is the form's own matter. */
export class RequestStates {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** `expiresAt`: when the form closes, milliseconds since the epoch. */
  seal(owner: CallOwner, call: WaitingCall, expiresAt: number): string {
    return this.#secrets.seal(owner.workspaceId, PURPOSE, JSON.stringify({ ...call, owner: digest(owner), expiresAt }));
  }

  /** null: it was not made here for this caller and call, or its time is over. */
  open(owner: CallOwner, state: unknown): WaitingCall | null {
    if (typeof state !== 'string' || state.length > 4_000) return null;
    let plain: unknown;
    try {
      plain = JSON.parse(this.#secrets.open(owner.workspaceId, PURPOSE, state));
    } catch {
      return null;
    }
    if (!isMapping(plain) || plain.owner !== digest(owner) || Number(plain.expiresAt) < currentTime()) return null;
    return plain as unknown as WaitingCall;
  }
}

function digest(owner: CallOwner): string {
  const { server, appId, sessionId } = owner;
  return createHash('sha256')
    .update(JSON.stringify([server, appId, sessionId, owner.arguments]))
    .digest('base64url');
}
