import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpServer } from '#http';
import { testClient } from '#http/testing/client.ts';
import type { PluginReport } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { formWorkflow, textInput } from './testing/documents.ts';

/** What the house is for: answering callers of apps, and the console. They and what they need are not optional. */
const PURPOSE = ['delivery-api', 'management-api', 'app-access', 'management-access'];

const settings = {
  PORT: '0',
  HOST: '127.0.0.1',
  WEFT_QUIET: 'true',
  WEFT_ENGINE_THREADS: '0',
  WEFT_SANDBOX_PYTHON_AHEAD: 'false',
};

let environment: TestDatabaseEnvironment;
let plugins: readonly PluginReport[];
let optional: readonly string[];

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  await started([], (kernel) => {
    plugins = kernel.report.plugins;
  });
  const required = providersOf(PURPOSE);
  optional = plugins.map(({ id }) => id).filter((id) => !required.has(id));
});
afterAll(() => environment.dispose());

/** Starts the house without some plugins, and stops it. */
async function started(off: Iterable<string>, use: (kernel: TestKernel) => void | Promise<void>): Promise<void> {
  const kernel = await startTestKernel({
    plugins: ['engine', 'http', 'plugins'],
    home: environment.home,
    env: { ...environment.env, ...settings },
    disabledPlugins: [...off],
  });
  try {
    await use(kernel);
  } finally {
    await kernel.stop(1000);
  }
}

/** These plugins and all they need. */
function providersOf(ids: readonly string[]): ReadonlySet<string> {
  const found = new Set(ids);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { id, neededBy } of plugins) if (neededBy.some((other) => found.has(other))) found.add(id);
  }
  return found;
}

/** These plugins and all that need them. */
function withDependents(ids: readonly string[]): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found) {
    for (const other of plugins.find((plugin) => plugin.id === id)?.neededBy ?? []) found.add(other);
  }
  return found;
}

/**
 * Ten selections to leave out. Each plugin is in four of them, in no four that another one is in: so for any two there is a
 * start with the one and without the other (as far as neither needs, nor shares what it needs with, the other).
 */
function selections(): readonly ReadonlySet<string>[] {
  const starts = Array.from({ length: 10 }, (_, start) => start);
  const fours = Array.from({ length: 2 ** starts.length }, (_, bits) => starts.filter((start) => (bits >> start) & 1));
  const places = fours.filter((four) => four.length === 4);
  if (places.length < optional.length) throw new Error('more plugins than places: take an eleventh start');
  return starts.map((start) => withDependents(optional.filter((_, index) => places[index]?.includes(start))));
}

const client = (kernel: TestKernel, key?: string) => testClient(kernel.resolve(HttpServer).address(), key);

describe('optional plugins', () => {
  it('are most: what answers callers of apps, and the console, does without them', () => {
    expect(optional).toEqual(
      expect.arrayContaining(['audit', 'idempotency', 'mail', 'moderation', 'node-llm', 'provider-openai', 'sso']),
    );
    expect(optional.length).toBeGreaterThan(plugins.length / 2);
  });

  it('can all be left out at once: workflows run on what is left', async () => {
    const kept = providersOf(['node-flow', 'import-plans', 'management-token']);
    await started(withDependents(optional.filter((id) => !kept.has(id))), async (kernel) => {
      const token = (await readFile(join(kernel.home, 'management-token'), 'utf8')).trim();
      const workspace = await kernel.resolve(Workspaces).first();
      const headers = { 'X-Workspace-Id': workspace?.id ?? '' };
      const body = { yaml: formWorkflow([textInput('name')]), publish: true, key_name: 'test' };
      const imported = await client(kernel, token).request('/console/api/apps/import', { headers, body });
      expect(imported.text).toContain('api_key');
      const { api_key: key } = imported.body as { api_key: string };
      const run = { inputs: { name: 'Ada' }, response_mode: 'blocking', user: 'u1' };
      const answer = await client(kernel, key).request('/v1/workflows/run', { body: run });
      expect(answer.text).toContain('"status":"succeeded"');
    });
  });

  it('can be left out, each, whichever others are there', async () => {
    const leftOut = new Set<string>();
    for (const off of selections()) {
      await started(off, async (kernel) => {
        const running = kernel.report.plugins.filter(({ state }) => state === 'started').map(({ id }) => id);
        expect(new Set(running)).toEqual(new Set(plugins.map(({ id }) => id).filter((id) => !off.has(id))));
        if (!off.has('health')) expect((await client(kernel).request('/readyz')).status).toBe(200);
      });
      for (const id of off) leftOut.add(id);
    }
    expect(leftOut).toEqual(new Set(optional));
  }, 120_000);

  it('are refused when what is left needs them', async () => {
    await expect(started(['conversations'], () => {})).rejects.toThrow(
      /"conversations" is switched off.*can't run without it: .*delivery-api, history-api/,
    );
  });
});
