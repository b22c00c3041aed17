import { expect, it } from 'vitest';
import { confinementHealthCheck, logConfinement } from './confinement-watch.ts';
import { confineAs, confineHere } from './testing/confine-here.ts';

const obstacle = 'this kernel has no Landlock';

it.each([
  ['walled off', confineHere, 'info: Child processes are walled off', { state: 'ok' }],
  [
    'off',
    confineAs({ obstacle }),
    expect.stringContaining('no Landlock'),
    { state: 'warning', code: 'confined-processes.off', summary: expect.stringMatching(/no Landlock.*are off/) },
  ],
  [
    'without a wall, accepted',
    confineAs({ obstacle, acceptsWeaker: true, steps: [{ description: 'loose', prefix: () => [] }] }),
    expect.stringContaining('Accepted: loose'),
    { state: 'warning', code: 'confined-processes.weaker', summary: expect.stringContaining('Accepted: loose') },
  ],
])('the log and the health of the server tell that child processes are %s', async (_name, confinement, log, found) => {
  const lines: string[] = [];
  const note = (level: string) => (_fields: object, line: string) => void lines.push(`${level}: ${line}`);
  await logConfinement(confinement, { info: note('info'), warn: note('warn') });
  expect(lines).toEqual([log]);
  expect(await confinementHealthCheck(confinement).check(new AbortController().signal)).toMatchObject(found);
});
