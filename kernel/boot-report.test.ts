import { describe, expect, it } from 'vitest';
import { BootError, explain } from './boot-error.ts';
import { formatBootReport, type PluginReport } from './boot-report.ts';

const started: PluginReport = {
  id: 'http',
  folder: '/weft/http/',
  group: null,
  origin: 'built-in',
  state: 'started',
  ms: 12.4,
  provides: ['http.server'],
  contributes: { 'http.routes': ['a', 'b'], 'kernel.health-checks': ['c'] },
  neededBy: [],
  reason: null,
};
const skipped: PluginReport = {
  ...started,
  id: 'runs',
  state: 'skipped',
  provides: [],
  contributes: {},
  reason: 'needs "x.y"',
};

describe('formatBootReport', () => {
  it('has one line per plugin, in columns', () => {
    expect(formatBootReport({ ms: 20, plugins: [started, skipped] }).split('\n')).toEqual([
      'started  http     12 ms  provides http.server, 2 routes, 1 health-checks',
      'skipped  runs  needs "x.y"',
    ]);
  });
});

describe('BootError', () => {
  it('lists all failures, each with its causes, and who was skipped', () => {
    const cause = new Error('connection refused');
    const failures = [
      { plugin: 'database', error: new Error('No database.', { cause }) },
      { plugin: 'kernel', error: new Error('first\nsecond') },
    ];
    expect(new BootError(failures, { ms: 1, plugins: [skipped] }).message.split('\n')).toEqual([
      "Weft can't start: 2 failures.",
      '  failed   database: No database. (connection refused)',
      '  failed   kernel: first',
      '           second',
      '  skipped  runs: needs "x.y"',
    ]);
  });

  it('counts those that were skipped where they would hide the cause', () => {
    const plugins = Array.from({ length: 90 }, (_, at) => ({ ...skipped, id: `p${at}` }));
    const failures = [{ plugin: 'database', error: new Error('No database.') }];
    expect(new BootError(failures, { ms: 1, plugins }).message.split('\n')).toEqual([
      "Weft can't start: 1 failure.",
      '  failed   database: No database.',
      '  skipped  90 plugins that need what failed',
    ]);
  });
});

describe('explain', () => {
  it('does not repeat a cause that the message already has, and opens groups of errors', () => {
    expect(explain(new Error('broken: pipe', { cause: new Error('pipe') }))).toBe('broken: pipe');
    expect(explain(new AggregateError([new Error('a'), 'b']))).toBe('a; b');
  });
});
