import { isThisMachine, networkOf } from '#http';
import type { EnteringRun } from '#plugins/runs/contract.ts';
import type { Sites, VisitLimits } from '#plugins/sites/contract.ts';
import { type Quota, quota } from './quota.ts';

/** Other calls of models (speech, questions, names) that are allowed for each run. */
const CALLS_PER_RUN = 4;
/** Visitors who may run all the rows they are allowed from one address: offices and schools have one. */
const VISITORS_PER_ADDRESS = 5;

/** What of a visitor is counted: runs, what else costs, or rows of batches. */
export type VisitorUse = 'runs' | 'calls' | 'rows';

type Visitor = Pick<EnteringRun, 'workspaceId' | 'appId' | 'createdBy' | 'visitorAddress' | 'isExempt'>;

/** Runs that visitors of web apps may start within an hour, and rows within a day: each of them, and all from one address. */
export class VisitorQuotas {
  readonly #sites: Sites | undefined;

  /** Undefined: there are no web apps. */
  constructor(sites: Sites | undefined) {
    this.#sites = sites;
  }

  /** None for those who are no visitors. */
  of(visitor: Visitor, use: VisitorUse = 'runs'): readonly Quota[] | Promise<readonly Quota[]> {
    if (!isCounted(visitor) || this.#sites === undefined) return [];
    const limits = this.#sites.runLimits(visitor.appId);
    return limits instanceof Promise
      ? limits.then((found) => quotasOf(visitor, found, use))
      : quotasOf(visitor, limits, use);
  }

  /** As far as they are known. */
  known(visitor: Visitor): readonly Quota[] {
    const limits = isCounted(visitor) ? this.#sites?.knownRunLimits(visitor.appId) : undefined;
    return limits === undefined ? [] : quotasOf(visitor, limits, 'runs');
  }
}

function isCounted({ visitorAddress, isExempt }: Visitor): boolean {
  return visitorAddress !== undefined && isExempt !== true;
}

/** Of each use: within which time, how many by one visitor, how many from one address, and what they are called. */
function amounts({ perVisitor, perAddress, rowsPerVisitor }: VisitLimits, use: VisitorUse) {
  const scale = (limit: number | null, by: number) => (limit === null ? null : limit * by);
  switch (use) {
    case 'runs':
      return { window: 'hour', each: perVisitor, all: perAddress, what: 'runs' } as const;
    case 'calls': {
      const [each, all] = [scale(perVisitor, CALLS_PER_RUN), scale(perAddress, CALLS_PER_RUN)];
      return { window: 'hour', each, all, what: 'calls of models besides runs' } as const;
    }
    case 'rows': {
      const all = scale(rowsPerVisitor, VISITORS_PER_ADDRESS);
      return { window: 'day', each: rowsPerVisitor, all, what: 'rows of tables' } as const;
    }
  }
}

function quotasOf(visitor: Visitor, limits: VisitLimits, use: VisitorUse): readonly Quota[] {
  const { workspaceId, appId, createdBy, visitorAddress: address } = visitor;
  const { window, each, all, what } = amounts(limits, use);
  const counted = (key: string) => ({ window, workspaceId, key: `visitor-${use}:${appId}:${key}` }) as const;
  const own = quota(
    counted(`user:${createdBy.id}`),
    each,
    `The app allows each of its visitors ${each} ${what} per ${window}`,
  );
  // A proxy that nobody told us of stands for everybody.
  if (address == null || address === '' || isThisMachine(address)) return own;
  const rule = `The app allows its visitors from one address ${all} ${what} per ${window}`;
  return [...own, ...quota(counted(`address:${networkOf(address)}`), all, rule)];
}

/** Visits of web apps from one address. */
export function visitQuota(address: string, limit: number): Quota[] {
  const counted = { window: 'minute', workspaceId: '', key: `visits:${networkOf(address)}` } as const;
  return quota(counted, limit, `${limit} visits of web apps a minute may come from one address`);
}
