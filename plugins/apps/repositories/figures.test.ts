import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitProgram } from '#plugins/git/testing/git-server.ts';
import { greeting, newTeam, startTeams } from './testing/team.ts';

let teams: Awaited<ReturnType<typeof startTeams>>;
beforeAll(async () => {
  teams = await startTeams();
});
afterAll(() => teams?.close());

const APPS = 200;
const FILES = 4_000;
const KB = 1024;
const document = (at: number, text = 'Hello') =>
  greeting(`Desk ${at}`, text).replace('app:', `app:\n  key: desk-${at}`);

describe.skipIf(gitProgram === null)('what being in step costs', { timeout: 240_000 }, () => {
  it('is one request; and six and 300 KB where one app of 200 has changed among 4,000 files', async () => {
    const team = await newTeam(teams);
    const others = Array.from({ length: FILES - APPS }, (_, at) => [
      `src/${at % 40}/f${at}.txt`,
      `file ${at}\n`.repeat(20),
    ]);
    const apps = Array.from({ length: APPS }, (_, at) => [`apps/desk-${at}.yml`, document(at)]);
    team.repository.seed(Object.fromEntries([...others, ...apps]));
    const id = await team.link({ takes_new: false });
    const states = (await team.apps(id)).map(({ state }) => state);
    expect([states.length, ...new Set(states)]).toEqual([APPS, 'in_step']);
    const cost = () => {
      const { requests } = teams.server;
      return { requests: requests.length, bytes: requests.reduce((sum, { bytesOut }) => sum + bytesOut, 0) };
    };
    const hook = await team.call<{ url: string; secret: string }>(`repositories/${id}/hook-secret`, undefined, 'POST');
    const looked = async () => {
      const seen = async () =>
        (await team.call<{ repository: { seen_at: number; commit: string } }>(`repositories/${id}`)).repository.commit;
      teams.server.requests.length = 0;
      await fetch(hook.url, { method: 'POST', body: '{}', headers: { 'x-gitlab-token': hook.secret } });
      await expect.poll(() => cost().requests, { timeout: 60_000 }).toBeGreaterThan(0);
      await expect.poll(seen, { timeout: 60_000 }).toBe(team.repository.git(['rev-parse', 'main']));
      await team.quiet(id);
      return cost();
    };
    const inStep = await looked();
    expect(inStep.requests).toBe(1);
    expect(inStep.bytes).toBeLessThan(KB);
    team.repository.seed({ 'apps/desk-7.yml': document(7, 'Bonjour') });
    const changed = await looked();
    expect(changed.requests).toBeLessThanOrEqual(6);
    expect(changed.bytes, `${changed.bytes} bytes`).toBeLessThanOrEqual(300 * KB);
    const [run] = await team.runs(id);
    expect(run?.items.map(({ key, action }) => `${key} ${action}`)).toEqual(['desk-7 update']);
    // And that it is so again costs one.
    expect((await looked()).requests).toBe(1);
  });
});
