import { randomBytes } from 'node:crypto';
import { type CallsPerMinute, isThisMachine, networkOf } from '#http';
import { currentTime, PlatformError } from '#kernel';
import { type HookCall, isHookCall, type RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import type { LinkStore } from './link-store.ts';
import type { LinksService } from './links-service.ts';

export const HOOK_PATH = '/repositories/webhook';

export interface HookParts {
  readonly linkStore: LinkStore;
  readonly links: LinksService;
  readonly hosts: RepositoryHosts;
  /** Calls that were not let in, by network. */
  readonly guesses: CallsPerMinute;
}

/**
 * Takes calls of hosts. A good one has the link looked at soon, and says nothing else that anybody believes: what was pushed is asked for.
 * So one that comes twice, or late, does no harm. A link that is not there and a signature that is not good are answered alike.
 */
export class HookReceiver {
  readonly #parts: HookParts;
  readonly #decoy = randomBytes(30).toString('base64');

  constructor(parts: HookParts) {
    this.#parts = parts;
  }

  /** Throws `repositories.no_hook`. */
  async receive(id: string, call: HookCall & { readonly address: string }): Promise<void> {
    const { guesses, linkStore, hosts, links } = this.#parts;
    const { address } = call;
    const isWatched = address !== '' && !isThisMachine(address);
    if (isWatched) refuseBeyond(guesses.take(networkOf(address), false));
    const link = await linkStore.find(id);
    const secret = link === null ? this.#decoy : hosts.hookSecret(link.workspaceId, link.sealedHookSecret);
    if (!isHookCall(secret, call, new Date(currentTime())) || link === null) {
      if (isWatched) refuseBeyond(guesses.take(networkOf(address)));
      const message = 'There is no webhook at this address, or the call is not signed with its secret.';
      throw new PlatformError('not-found', 'repositories.no_hook', message);
    }
    if (link.state !== 'paused') await links.sync(link.workspaceId, link.id, 'webhook');
  }
}

function refuseBeyond(seconds: number | null): void {
  if (seconds === null) return;
  const message = 'Too many calls that were not let in came from your network; try again later.';
  throw new PlatformError('limited', 'repositories.too_many_guesses', message, { retryAfter: seconds });
}
