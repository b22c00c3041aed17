import type { EnteringRun } from '#plugins/runs/contract.ts';
import type { AppLimits, UseLimits } from './contract.ts';
import { type Quota, quota } from './quota.ts';

/** Runs at a time. */
export interface SlotLimit {
  readonly key: string;
  readonly limit: number;
  readonly rule: string;
}

/** What a run uses of what the app's owner has limited, in the order in which it is asked. */
export interface RunUses {
  /** Known when the run has ended: something must be left of them. */
  readonly tokens: readonly Quota[];
  readonly requests: readonly Quota[];
  readonly slots: readonly SlotLimit[];
}

type AppPlace = Pick<EnteringRun, 'workspaceId' | 'appId'>;

export function usesOf({ workspaceId, appId, createdBy }: EnteringRun, { app, user }: AppLimits): RunUses {
  const person = userKey(appId, createdBy.id);
  const place = { workspaceId, appId };
  const minute = { window: 'minute', workspaceId, key: person } as const;
  const perMinute = user.requestsPerMinute;
  return {
    tokens: [...appTokens(place, app), ...userTokens(place, createdBy.id, user)],
    requests: quota(minute, perMinute, `The app allows each of its users ${perMinute} requests per minute`),
    slots: [
      ...slot(person, user.concurrentRuns, 'The app allows each of its users'),
      ...slot(`app:${appId}`, app.concurrentRuns, 'The app allows'),
    ],
  };
}

export function appTokens({ workspaceId, appId }: AppPlace, { tokensPerDay }: UseLimits): Quota[] {
  const counted = { window: 'day', workspaceId, key: `tokens:app:${appId}` } as const;
  return quota(counted, tokensPerDay, `The app allows ${tokensPerDay} tokens per day`);
}

export function userTokens({ workspaceId, appId }: AppPlace, userId: string, { tokensPerDay }: UseLimits): Quota[] {
  const rule = `The app allows each of its users ${tokensPerDay} tokens per day`;
  return quota({ window: 'day', workspaceId, key: `tokens:${userKey(appId, userId)}` }, tokensPerDay, rule);
}

export function isUnlimited({ app, user }: AppLimits): boolean {
  const isOpen = ({ concurrentRuns, tokensPerDay }: UseLimits) => concurrentRuns === null && tokensPerDay === null;
  return isOpen(app) && isOpen(user) && user.requestsPerMinute === null;
}

function userKey(appId: string, userId: string): string {
  return `user:${appId}:${userId}`;
}

function slot(key: string, limit: number | null, whose: string): SlotLimit[] {
  return limit === null ? [] : [{ key, limit, rule: `${whose} ${limit} runs at a time` }];
}
