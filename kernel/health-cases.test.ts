import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { HealthChecks, type HealthFinding } from '#kernel';
import { builtInFolders } from '#kernel/built-in-folders.ts';
import { runPreflight } from '#kernel/preflight.ts';
import type { HealthCase } from '#kernel/testing/health-case.ts';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

const root = new URL('../', import.meta.url);
const files = globSync(['{engine,http}/testing/health-cases.ts', 'plugins/*/*/testing/health-cases.ts'], {
  cwd: fileURLToPath(root),
});
const modules = await Promise.all(
  files.map((path) => import(new URL(path, root).href) as Promise<{ readonly healthCases: readonly HealthCase[] }>),
);
const cases = modules.flatMap(({ healthCases }) => healthCases);

/** A command, a statement, or the name of a setting. */
const somethingToDo = /`[^`]+`|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:PORT|HOST)\b|\b(?:alter table|openssl|npm) /;

it('each check of a server, and of one that has yet to start, has its cases', async () => {
  const platform = await sharedPlatform();
  const running = platform.kernel.contributions(HealthChecks).all();
  const options = { home: await temporaryFolder(), env: {}, folders: builtInFolders };
  const before = await runPreflight({ ...options, pluginFolders: [], disabledPlugins: [] });
  const all = [...running, ...before.map(({ check }) => check)];
  expect(all.length).toBeGreaterThan(15);
  for (const { id, title } of all) expect({ id, title }).toEqual({ id, title: expect.stringMatching(/^[A-Z]/) });
  // Made where a start would be refused, of whatever it is refused for.
  const ids = new Set(all.map(({ id }) => id).filter((id) => id !== 'kernel.settings'));
  expect([...ids].sort()).toEqual([...new Set(cases.map(({ well }) => well.id))].sort());
}, 120_000);

it.each(cases.map(({ well }) => [well.id, well] as const))('%s can be well', async (_id, check) => {
  const finding = await check.check(AbortSignal.timeout(20_000));
  expect(finding).toMatchObject({ state: 'ok', summary: expect.stringMatching(/^\S/) });
});

const illnesses = cases.flatMap(({ well, ill }) =>
  Object.entries(ill).map(([circumstance, find]) => [well.id, circumstance, find] as const),
);

it.each(illnesses)('%s tells what to do where %s', async (_id, _circumstance, find) => {
  const finding: HealthFinding = await find();
  if (finding.state === 'ok') throw new Error('It is told of');
  expect(finding.summary).toMatch(/^\S/);
  expect(finding.code).toMatch(/^[a-z-]+\.[a-z_]+$/);
  expect(finding.next).toMatch(somethingToDo);
});

it('each check has a circumstance in which it is not well', () => {
  expect(cases.filter(({ ill }) => Object.keys(ill).length === 0)).toEqual([]);
});
