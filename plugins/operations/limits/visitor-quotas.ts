import { isThisMachine, networkOf } from '#http';
import type { EnteringRun } from '#plugins/runs/contract.ts';
import type { Sites, VisitLimits } from '#plugins/sites/contract.ts';
import { type Quota, quota } from './quota.ts';

/** Other calls of models (speech, questions, names) that are allowed for each run. */
const CALLS_PER_RUN = 4;

/** What of a visitor is counted: runs, or what else costs. */
export type VisitorUse = 'runs' | 'calls';

type Visitor = Pick<EnteringRun, 'workspaceId' | 'appId' | 'createdBy' | 'visitorAddress'>;

/** Runs that visitors of web apps may start within an hour: each of them, and all from one address. */
export class VisitorQuotas {
  readonly #sites: Sites | undefined;

  /** Undefined: there are no web apps. */
  constructor(sites: Sites | undefined) {
    this.#sites = sites;
  }

  /** None for those who are no visitors. */
  of(visitor: Visitor, use: VisitorUse = 'runs'): readonly Quota[] | Promise<readonly Quota[]> {
    if (visitor.visitorAddress === undefined || this.#sites === undefined) return [];
    const limits = this.#sites.runLimits(visitor.appId);
    return limits instanceof Promise
      ? limits.then((found) => quotasOf(visitor, found, use))
      : quotasOf(visitor, limits, use);
  }

  /** As far as they are known. */
  known(visitor: Visitor): readonly Quota[] {
    const limits = visitor.visitorAddress === undefined ? undefined : this.#sites?.knownRunLimits(visitor.appId);
    return limits === undefined ? [] : quotasOf(visitor, limits, 'runs');
  }
}

function quotasOf(visitor: Visitor, { perVisitor, perAddress }: VisitLimits, use: VisitorUse): readonly Quota[] {
  const { workspaceId, appId, createdBy, visitorAddress: address } = visitor;
  const counted = (key: string) => ({ window: 'hour', workspaceId, key: `visitor-${use}:${appId}:${key}` }) as const;
  const scale = (limit: number | null) => (limit === null || use === 'runs' ? limit : limit * CALLS_PER_RUN);
  const what = use === 'runs' ? 'runs' : 'calls of models besides runs';
  const [each, all] = [scale(perVisitor), scale(perAddress)];
  const own = quota(
    counted(`user:${createdBy.id}`),
    each,
    `The app allows each of its visitors ${each} ${what} per hour`,
  );
  // A proxy that nobody told us of stands for everybody.
  if (address == null || address === '' || isThisMachine(address)) return own;
  const rule = `The app allows its visitors from one address ${all} ${what} per hour`;
  return [...own, ...quota(counted(`address:${networkOf(address)}`), all, rule)];
}

/** Visits of web apps from one address. */
export function visitQuota(address: string, limit: number): Quota[] {
  const counted = { window: 'minute', workspaceId: '', key: `visits:${networkOf(address)}` } as const;
  return quota(counted, limit, `${limit} visits of web apps a minute may come from one address`);
}
