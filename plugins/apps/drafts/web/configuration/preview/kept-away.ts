import { studioSession } from '#plugins/studio/web/contract.tsx';
import type { KeptConversation } from './kept-conversations.ts';

/** A preview whose page was left for the picker of another service, to come back. */
export interface KeptAway {
  /** What was written and not sent. */
  readonly query: string;
  readonly conversation: Omit<KeptConversation, 'variables'>;
}

const nameOf = (appId: string) => `weft-preview-away ${studioSession().account.id} ${appId}`;

export function keepAway(appId: string, kept: KeptAway): void {
  try {
    sessionStorage.setItem(nameOf(appId), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing, or no more.
  }
}

/** Whether something was kept that nobody has taken. */
export function isKeptAway(appId: string): boolean {
  try {
    return sessionStorage.getItem(nameOf(appId)) !== null;
  } catch {
    return false;
  }
}

/** Once; null: there is nothing. */
export function takeAway(appId: string): KeptAway | null {
  try {
    const text = sessionStorage.getItem(nameOf(appId));
    sessionStorage.removeItem(nameOf(appId));
    return text === null ? null : (JSON.parse(text) as KeptAway);
  } catch {
    return null;
  }
}
