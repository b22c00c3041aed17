import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '#kernel';
import { formatReport } from './report.ts';
import { type Report, tryFolder } from './try-folder.ts';

const environment = readEnvironment();

/** On the test server when there is one. */
function tryAll(folder: string): Promise<Report> {
  const { TEST_DATABASE_URL: url, ...others } = environment;
  return tryFolder(folder, { timeoutMs: 60_000, environment: { ...others, DATABASE_URL: url ?? '' } });
}

/** A workflow of a start node and others, one after the other; `more`: nodes beside them. */
function chain(nodes: Readonly<Record<string, object>>, more: readonly object[] = []): object {
  const ids = ['s', ...Object.keys(nodes), 'e'];
  const line = ids.slice(1).map((target, index) => ({ id: target, source: ids[index], target }));
  const inside = more.length === 0 ? [] : [{ id: 'inside', source: 'is', target: 'n' }];
  const graph = {
    nodes: [
      { id: 's', data: { type: 'start', variables: [] } },
      ...Object.entries(nodes).map(([id, data]) => ({ id, data })),
      ...more,
      { id: 'e', data: { type: 'end', outputs: [] } },
    ],
    edges: [...line, ...inside],
  };
  return { version: '0.5.0', kind: 'app', app: { name: 'Failing', mode: 'workflow' }, workflow: { graph } };
}

describe('trying a folder', () => {
  it('judges the samples, and tells what it found', { timeout: 120_000 }, async () => {
    const report = await tryAll(fileURLToPath(new URL('../dsl/samples', import.meta.url)));
    expect(report.complaints).toEqual([]);
    expect(report.trials.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`))).toEqual([]);
    const verdicts = Object.fromEntries(report.trials.map(({ file, verdict }) => [file, verdict]));
    expect(verdicts).toMatchObject({
      // Paused for a person, answered, and followed to its end.
      'approval-workflow.yml': 'ran',
      'enveloped.json.yml': 'passed',
      'headline-completion.yml': 'passed',
      'neg-cycle.yml': 'refused',
      'neg-dangling-edge.yml': 'refused',
      'neg-two-starts.yml': 'refused',
      'scalar-traps.yml': 'passed',
      'support-chatflow.yml': 'passed',
    });
    const approval = report.trials.find(({ file }) => file === 'approval-workflow.yml');
    expect(approval).toMatchObject({ status: 'succeeded', needs: ['a person'] });
    expect(report.isConforming).toBe(true);
    expect(formatReport(report)).toMatch(/Conforms: \d+ documents in/);
  });

  it("knows a document's own failures by their records, inside containers too", { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-failing-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const code = { type: 'code', code_language: 'javascript', variables: [], outputs: { a: { type: 'string' } } };
    const each = {
      type: 'iteration',
      start_node_id: 'is',
      iterator_selector: ['list', 'a'],
      output_selector: ['n', 'a'],
    };
    const listed = {
      ...code,
      code: 'function main() { return { a: ["x"] } }',
      outputs: { a: { type: 'array[string]' } },
    };
    const documents = {
      'null.json': chain({ n: { ...code, code: 'function main() { return null }' } }),
      'text.json': chain({ n: { ...code, code: "function main() { throw 'text' }" } }),
      'template.json': chain({ n: { type: 'template-transform', variables: [], template: '{{ x.y.z }}' } }),
      'round.json': chain({ list: listed, each }, [
        { id: 'is', parentId: 'each', data: { type: 'iteration-start' } },
        { id: 'n', parentId: 'each', data: { ...code, code: 'let no', isInIteration: true, iteration_id: 'each' } },
      ]),
      'enveloped.json': {
        data: JSON.stringify(chain({ n: { ...code, code: 'function main() { return { a: "" } }' } })),
      },
    };
    for (const [name, tree] of Object.entries(documents)) await writeFile(join(folder, name), JSON.stringify(tree));
    await writeFile(join(folder, 'notes.txt'), '');
    const report = await tryAll(folder);
    expect(Object.fromEntries(report.trials.map(({ file, verdict, error }) => [file, [verdict, error]]))).toEqual({
      'enveloped.json': ['passed', ''],
      'null.json': ['own', expect.stringContaining('got null')],
      'round.json': ['own', expect.stringContaining('no function named main')],
      'template.json': ['own', expect.stringContaining('undefined')],
      'text.json': ['own', expect.stringContaining('text')],
    });
    expect(report.leftOut).toEqual(['notes.txt']);
  });

  it('says so when there is nothing to try', async () => {
    await expect(tryAll(fileURLToPath(new URL('.', import.meta.url)))).rejects.toThrow('no .yml');
  });

  /** Real documents, when `WEFT_CORPUS` names a folder of them. */
  it.skipIf(environment.WEFT_CORPUS === undefined)(
    'finds no defect of the platform',
    { timeout: 180_000 },
    async () => {
      const report = await tryAll(environment.WEFT_CORPUS ?? '');
      expect(report.isConforming, formatReport(report)).toBe(true);
    },
  );
});
