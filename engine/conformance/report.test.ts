import { describe, expect, it } from 'vitest';
import { formatReport } from './report.ts';
import type { Trial } from './trial.ts';
import type { Report } from './try-folder.ts';

const trial: Trial = {
  file: 'a.yml',
  mode: 'workflow',
  nodeTypes: ['start', 'warp', 'end'],
  refusal: null,
  warnings: ["The node 'x' has the type 'warp', which is not available here: it is kept."],
  missing: ['The tool "x" is not installed.'],
  differences: [],
  verdict: 'ran',
  needs: ['http'],
  ranTypes: ['start', 'end'],
  status: 'succeeded',
  error: '',
  problems: [],
  ms: 12,
};

function report(trials: readonly Trial[], more: Partial<Report> = {}): string {
  return formatReport({
    folder: 'f',
    documents: 1,
    leftOut: [],
    trials,
    complaints: [],
    isConforming: true,
    ms: 1500,
    ...more,
  });
}

describe('a report', () => {
  it('has a row per document, node types, and a line that sums up', () => {
    const lines = report([trial]).split('\n');
    expect(lines[1]).toMatch(/^a\.yml\s+workflow\s+yes\s+same\s+3\s+ran\s+succeeded\s+12\s+http$/);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}warp\s+1\s+NOT SUPPORTED\s+0$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}start\s+1\s+supported\s+1$/));
    expect(lines.at(-2)).toBe(
      'Conforms: 1 documents in 1.5 s: 0 passed, 1 ran, 0 needs, 0 own, 0 refused, 0 failed; 0 changed on the way; 0 errors logged.',
    );
  });

  it('names what breaks the contract, what the server logged, and that it does not conform', () => {
    const bad = { ...trial, verdict: 'failed' as const, problems: ['hung'], differences: ['app.name: lost'] };
    const text = report([bad], { complaints: ['a thread died'], isConforming: false });
    expect(text).toContain('Breaks the contract:\n  a.yml: hung\n');
    expect(text).toContain('Errors the server logged:\n  a thread died\n');
    expect(text).toMatch(/DOES NOT CONFORM.*1 failed; 1 changed on the way; 1 errors logged\.\n$/);
  });

  it('names the files it left out, the first of many', () => {
    expect(report([trial])).not.toContain('Left out');
    expect(report([trial], { leftOut: ['README.md'] })).toContain('.json:\n  README.md\n\n');
    const names = Array.from({ length: 23 }, (_, index) => `${index}.txt`);
    expect(report([trial], { leftOut: names })).toContain('  19.txt\n  and 3 more\n');
  });

  it('says when it was interrupted', () => {
    expect(report([trial], { documents: 9, isConforming: false })).toContain(
      'Interrupted before the last of 9: 1 documents',
    );
  });
});
