import { type Contribution, extensionPoint, PlatformError } from '#kernel';

/** What a plan allows a workspace; null: any number. */
export interface PlanAllowance {
  /** Requests to the runtime API over all keys of a workspace (specification, limits). */
  readonly requestsPerMinute: number | null;
  readonly requestsPerDay: number | null;
  /** Questions to knowledge bases, and what their keys change; a question to several bases is one. */
  readonly knowledgeRequestsPerMinute: number | null;
  /** Members, the owner included; open invitations count when somebody is invited. */
  readonly members: number | null;
  /** Apps; deleted ones don't count. */
  readonly apps: number | null;
  /** Megabytes (of 1,048,576 bytes) of files that are kept, those of documents in knowledge bases among them. */
  readonly storageMb: number | null;
  /** Documents in knowledge bases. */
  readonly documents: number | null;
}

/** The names of what a plan allows. */
export const allowanceNames = [
  'requestsPerMinute',
  'requestsPerDay',
  'knowledgeRequestsPerMinute',
  'members',
  'apps',
  'storageMb',
  'documents',
] as const satisfies readonly (keyof PlanAllowance)[];

/** What a plan costs, for who orders it and who bills it; nothing is charged by it. */
export interface PlanPrice {
  /** A decimal number. */
  readonly amount: string;
  /** ISO 4217, such as `EUR`. */
  readonly currency: string;
  readonly per: 'month' | 'year';
}

/** A plan; contributed by whoever brings one. The id is what `Workspace.plan` names. */
export interface PlanLimit extends Contribution, PlanAllowance {
  /** As people read it. */
  readonly name: string;
  /** null or absent: nobody has said it. */
  readonly price?: PlanPrice | null;
}

/** The plans there are. A workspace with a plan that nobody contributes has the limits of `sandbox`. */
export const PlanLimits = extensionPoint<PlanLimit>('workspaces.plans');

/** What of a plan is kept, so that it can be counted. */
export type PlanResource = 'members' | 'apps' | 'storageMb' | 'documents';

/** Contributed by who keeps what a plan counts; the id is the resource. */
export interface PlanUse extends Contribution {
  readonly id: PlanResource;
  /** How many there are now; of storage bytes. Asked by pages: it reads no more than a few hundred rows. */
  used(workspaceId: string): Promise<number>;
}

/** Where plugins say how much of a plan is used. */
export const PlanUses = extensionPoint<PlanUse>('workspaces.plan-uses');

/**
 * How much of something a workspace may have. Whoever adds some counts what there is and adds to it under one lock, so
 * that many at a time can't go beyond; a plan that became smaller takes nothing away, only more is refused.
 */
export interface PlanRoom {
  /** Of storage bytes. */
  readonly limit: number;
  /** To throw when there are `used` and more are wanted. */
  refusal(used: number): PlatformError;
}

const BYTES_PER_MB = 1_048_576;

const remedies: Readonly<Record<PlanResource, string>> = {
  members: 'Remove members, revoke invitations',
  apps: 'Delete apps',
  storageMb: 'Delete files',
  documents: 'Delete documents',
};

/** The room a plan leaves for something; null: any amount. */
export function roomOf(plan: PlanLimit, resource: PlanResource): PlanRoom | null {
  const allowed = plan[resource];
  if (allowed === null) return null;
  const isStorage = resource === 'storageMb';
  const shown = (amount: number) => (isStorage ? `${Math.ceil((amount / BYTES_PER_MB) * 10) / 10} MB` : `${amount}`);
  const limit = isStorage ? allowed * BYTES_PER_MB : allowed;
  const things = isStorage ? ' of files' : ` ${resource}`;
  return {
    limit,
    refusal: (used) =>
      new PlatformError(
        'forbidden',
        'workspaces.plan_limit',
        `The plan ${plan.name} allows ${shown(limit)}${things}, and the workspace has ${shown(used)}. ${remedies[resource]}, or choose a larger plan.`,
      ),
  };
}
