import { describe, expect, it } from 'vitest';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import type { EnteringRun } from '#plugins/runs/contract.ts';
import { readPlans } from '#plugins/workspaces/testing/plans.ts';
import type { AppLimits } from './contract.ts';
import { openCounters } from './counters.ts';
import { type LimitsParts, LimitsService } from './limits-service.ts';
import { Quotas } from './quota.ts';
import { openRunSlots } from './run-slots.ts';
import { unkeptWindows } from './testing/unkept-windows.ts';
import { VisitorQuotas } from './visitor-quotas.ts';

const workspaceId = '0196f5c0-0000-7000-8000-000000000001';
const appId = '0196f5c0-0000-7000-8000-000000000002';

const none = { requestsPerMinute: null, concurrentRuns: null, tokensPerDay: null };

/** A service on a database that counts how often it is asked. */
function open(plan: string, app: AppLimits['app'], user: AppLimits['user'] = none) {
  const asked = { times: 0 };
  const plans = readPlans({ enterprise: { requestsPerMinute: 7 } });
  const answer = async <Value>(value: Value): Promise<Value> => {
    asked.times += 1;
    return value;
  };
  const parts = {
    store: { find: () => answer({ app, user }) },
    workspaces: { planOf: () => answer(plans.find(({ id }) => id === plan)) },
    quotas: new Quotas(openCounters(null, unkeptWindows())),
    slots: openRunSlots(null, silentLogger),
    visitors: new VisitorQuotas(undefined),
  } as unknown as LimitsParts;
  return { service: new LimitsService(parts), asked };
}

describe('a request that is refused', () => {
  it('asks the database nothing, and is answered at once', async () => {
    const { service, asked } = open('sandbox', { ...none, requestsPerMinute: 2 });
    for (let index = 0; index < 3; index++) await service.allow({ workspaceId, appId });
    const before = asked.times;
    for (let index = 0; index < 1_000; index++) {
      expect(service.allow({ workspaceId, appId })).toMatchObject({ refusal: { code: 'limits.too_many_requests' } });
    }
    expect(asked.times).toBe(before);
  });
});

describe('a request', () => {
  it('of a workspace and an app without limits costs no turn of the loop once that is known', async () => {
    const { service } = open('unlimited', none);
    await service.allow({ workspaceId, appId });
    expect(service.allow({ workspaceId, appId })).toBeUndefined();
  });

  it('of an enterprise has the limits of the installation', async () => {
    const { service } = open('enterprise', none);
    expect(await service.allow({ workspaceId, appId })).toMatchObject({ headers: { 'RateLimit-Limit': '7' } });
  });

  it('of a caller without an app counts for the workspace', async () => {
    const { service } = open('team', none);
    expect(await service.allow({ workspaceId })).toMatchObject({ headers: { 'RateLimit-Limit': '1000' } });
  });

  it('is told of the limit that is nearest', async () => {
    const { service } = open('sandbox', { ...none, requestsPerMinute: 500 });
    expect(await service.allow({ workspaceId, appId })).toMatchObject({ headers: { 'RateLimit-Limit': '100' } });
  });
});

describe('an early look at a run', () => {
  const start = (id: string): EnteringRun => ({ workspaceId, appId, createdBy: { role: 'end_user', id }, keyId: null });

  it('counts nothing, and after the last run that is allowed it refuses without asking', async () => {
    const { service, asked } = open('unlimited', none, { ...none, requestsPerMinute: 2 });
    expect(service.rejection(start('u1'))).toBeUndefined();
    for (let index = 0; index < 10; index++) expect(service.rejection(start('u1'))).toBeUndefined();
    await service.admitRun(start('u1'));
    for (let index = 0; index < 10; index++) expect(service.rejection(start('u1'))).toBeUndefined();
    await service.admitRun(start('u1'));
    const before = asked.times;
    const refusal = { code: 'limits.too_many_requests', limit: 2, retryAfter: expect.any(Number) };
    for (let index = 0; index < 1_000; index++) expect(service.rejection(start('u1'))).toMatchObject(refusal);
    expect(asked.times).toBe(before);
    expect(service.rejection(start('u2'))).toBeUndefined();
    await expect(service.admitRun(start('u1'))).rejects.toMatchObject(refusal);
  });

  it('knows which slots are taken, of the user and of the app', async () => {
    const { service } = open('unlimited', { ...none, concurrentRuns: 2 }, { ...none, concurrentRuns: 1 });
    const leave = await service.admitRun(start('u1'));
    expect(service.rejection(start('u1'))).toMatchObject({ limit: 1, retryAfter: 1 });
    expect(service.rejection(start('u2'))).toBeUndefined();
    await service.admitRun(start('u2'));
    expect(service.rejection(start('u3'))).toMatchObject({ limit: 2, retryAfter: 1 });
    leave();
    expect(service.rejection(start('u3'))).toBeUndefined();
    expect(service.rejection(start('u1'))).toBeUndefined();
  });

  it('gives back the slot of the user when the app has none', async () => {
    const { service } = open('unlimited', { ...none, concurrentRuns: 1 }, { ...none, concurrentRuns: 1 });
    const leave = await service.admitRun(start('u1'));
    await expect(service.admitRun(start('u2'))).rejects.toMatchObject({ code: 'limits.too_many_requests' });
    leave();
    expect(service.rejection(start('u2'))).toBeUndefined();
  });
});
