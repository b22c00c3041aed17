import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const weft = (...argv: string[]) => runWeft(platform, argv);

describe('weft apps limits', () => {
  it('changes what is named, lifts what is none, and shows all', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const set = await weft('apps', 'limits', appId, '--requests-per-minute', '60', '--user-tokens-per-day', '1000');
    expect(set.code, set.err).toBe(0);
    await weft('apps', 'limits', appId, '--requests-per-minute', 'none', '--concurrent-runs', '3');
    const { out } = await weft('apps', 'limits', appId);
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['LIMIT', 'APP', 'EACH USER'],
      ['requests-per-minute', 'none', 'none'],
      ['concurrent-runs', '3', 'none'],
      ['tokens-per-day', 'none', '1000'],
      [''],
    ]);
  });

  it.each(['0', '-1', '1.5', 'many', ''])('refuses %j', async (value) => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const answer = await weft('apps', 'limits', appId, `--concurrent-runs=${value}`);
    expect(answer).toMatchObject({ code: 2, out: '', err: expect.stringContaining('concurrent-runs') });
  });
});

describe('weft workspace plan', () => {
  it('puts the workspace on a plan there is', async () => {
    expect(await weft('workspace', 'plan', 'team')).toMatchObject({ code: 0, out: 'The plan is team.\n' });
    expect(await weft('workspace', 'plan', 'golden')).toMatchObject({
      code: 1,
      err: expect.stringContaining('sandbox'),
    });
    expect((await weft('workspace', 'show')).out).toContain('team');
    expect(await weft('workspace', 'plan', 'unlimited')).toMatchObject({ code: 0 });
  });

  it('takes limits for the workspace alone, and `weft plan show` shows what of them is used', async () => {
    const terms = ['--limit', 'apps=7000', '--limit', 'members=none'];
    expect(await weft('workspace', 'plan', 'enterprise', ...terms)).toMatchObject({ code: 0 });
    const { out } = await weft('plan', 'show');
    const lines = out.split('\n').map((line) => line.split(/ {2,}/));
    expect(lines[0]).toEqual(['Plan: Enterprise, with terms of its own']);
    expect(lines).toContainEqual(['apps', expect.stringMatching(/^\d+$/), '7000']);
    expect(lines).toContainEqual(['members', '0', 'any']);
    expect(lines).toContainEqual(['documents', expect.stringMatching(/^\d+$/), 'any']);
    expect(await weft('workspace', 'plan', 'enterprise')).toMatchObject({ code: 0 });
    expect((await weft('plan', 'show')).out).toContain('Plan: Enterprise, with terms of its own');
    expect(await weft('workspace', 'plan', 'enterprise', '--limit', 'none')).toMatchObject({ code: 0 });
    expect((await weft('plan', 'show')).out).toMatch(/^Plan: Enterprise\n/);
    for (const limit of ['apps', 'apps=-1', 'apps=1.5']) {
      expect(await weft('workspace', 'plan', 'team', `--limit=${limit}`)).toMatchObject({ code: 2 });
    }
    expect(await weft('workspace', 'plan', 'unlimited')).toMatchObject({ code: 0 });
  });
});
