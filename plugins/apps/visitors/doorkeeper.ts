import { currentTime, PlatformError } from '#kernel';
import type { Members } from '#plugins/members/contract.ts';
import { FreshValues, type SiteApp, type SiteApps, type SiteEntry, type SiteState } from '#plugins/sites/contract.ts';
import type { SsoVisits } from '#plugins/sso/contract.ts';
import type { VisitorClaims } from './visitor-token.ts';

export interface DoorkeeperParts {
  readonly sites: SiteApps;
  readonly members: Members;
  /** Undefined: the plugin is switched off. */
  readonly sso: SsoVisits | undefined;
}

/** Says at each request whether a visitor may still be there: from memory, no older than a second. */
export class Doorkeeper {
  readonly #parts: DoorkeeperParts;
  readonly #members: FreshValues<boolean>;

  constructor(parts: DoorkeeperParts) {
    this.#parts = parts;
    this.#members = new FreshValues(async (key) => {
      const [workspaceId = '', accountId = ''] = key.split('/');
      return (await parts.members.find(workspaceId, accountId)) !== null;
    });
  }

  /** The app of somebody with a token. Throws what keeps them out. */
  async check(claims: VisitorClaims): Promise<SiteApp> {
    return this.#standing(claims, await this.#parts.sites.find(claims.appId));
  }

  /** The same, and nothing that was known before counts. */
  async review(claims: VisitorClaims): Promise<void> {
    if (isMember(claims)) await this.#members.read(memberKey(claims));
    await this.#standing(claims, await this.#parts.sites.review(claims.appId));
  }

  /** Whether who vouched for somebody would still do so. */
  async isVouchedFor(claims: VisitorClaims): Promise<boolean> {
    const { way, witness, workspaceId } = claims;
    if (isMember(claims)) return this.#members.get(memberKey(claims));
    if (way === 'sso') return (await this.#parts.sso?.isOpen(workspaceId, witness ?? '')) === true;
    return true;
  }

  async #standing(claims: VisitorClaims, found: SiteApp | null): Promise<SiteApp> {
    if (found === null || found.app.workspaceId !== claims.workspaceId) throw over('The app of this visitor is gone.');
    const { app } = found;
    if (claims.expiresAt * 1000 <= currentTime()) throw over('The visitor token has expired: visit again.');
    const state = claims.way === 'studio' ? found.memberState() : found.state(claims.embedNumber !== null);
    if (state !== 'open') throw closed(state, app.name);
    if (claims.embedNumber !== null && claims.embedNumber !== found.embedNumber) {
      throw over('The embed token of this app was made anew: visit again with the new one.');
    }
    if (!isSatisfied(claims, found)) throw over('This app asks more of its visitors now: visit again.');
    if (!(await this.isVouchedFor(claims))) throw over('Who vouched for this visitor does so no more: visit again.');
    return found;
  }
}

/** Whether somebody has proved what a site asks for, and the proof is none that was taken back. */
export function isSatisfied(claims: VisitorClaims, { entry, secretNumber }: SiteApp): boolean {
  if (claims.secretNumber !== null && claims.secretNumber !== secretNumber) return false;
  return claims.way === 'studio' || entry === 'everyone' || wayOf[entry] === claims.way;
}

const wayOf: Readonly<Record<Exclude<SiteEntry, 'everyone'>, VisitorClaims['way']>> = {
  members: 'members',
  sso: 'sso',
};

/** Whether somebody came as a member of the workspace. */
export function isMember({ way }: VisitorClaims): boolean {
  return way === 'members' || way === 'studio';
}

function memberKey({ workspaceId, witness }: VisitorClaims): string {
  return `${workspaceId}/${witness ?? ''}`;
}

function over(message: string): PlatformError {
  return new PlatformError('unauthenticated', 'visitors.unauthorized', message);
}

function closed(state: Exclude<SiteState, 'open'>, name: string): PlatformError {
  const why = { off: 'has no web app here', paused: 'is paused', unpublished: 'is not published' }[state];
  return new PlatformError('forbidden', 'visitors.forbidden', `'${name}' ${why}.`);
}
