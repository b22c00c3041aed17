import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../kernel/index.ts';
import { formatReport } from './report.ts';
import { type Report, tryFolder } from './try-folder.ts';

const environment = readEnvironment();

/** On the test server when there is one. */
function tryAll(folder: string): Promise<Report> {
  const { TEST_DATABASE_URL: url, ...others } = environment;
  return tryFolder(folder, { timeoutMs: 60_000, environment: { ...others, DATABASE_URL: url ?? '' } });
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

  it('says so when there is nothing to try', async () => {
    await expect(tryAll(fileURLToPath(new URL('../conformance', import.meta.url)))).rejects.toThrow('no .yml');
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
