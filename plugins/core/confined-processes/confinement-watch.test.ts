import { expect, it } from 'vitest';
import { ConfinementWatch } from './confinement-watch.ts';
import { confineAs, confineHere } from './testing/confine-here.ts';

const obstacle = 'this kernel has no Landlock';

it.each([
  ['walled off', confineHere, 'info: Child processes are walled off', undefined],
  [
    'off',
    confineAs({ obstacle }),
    expect.stringContaining('no Landlock'),
    expect.stringMatching(/no Landlock.*are off/),
  ],
  [
    'without a wall, accepted',
    confineAs({ obstacle, acceptsWeaker: true, steps: [{ description: 'loose', prefix: () => [] }] }),
    expect.stringContaining('Accepted: loose'),
    expect.stringContaining('Accepted: loose'),
  ],
])('the log and the health of the server tell that child processes are %s', async (_name, confinement, log, notice) => {
  const lines: string[] = [];
  const note = (level: string) => (_fields: object, line: string) => void lines.push(`${level}: ${line}`);
  const watch = new ConfinementWatch(confinement, { info: note('info'), warn: note('warn') });
  expect(watch.healthCheck.notice?.()).toBeUndefined();
  await watch.look();
  expect(lines).toEqual([log]);
  expect(watch.healthCheck.notice?.()).toEqual(notice);
  await watch.healthCheck.check(new AbortController().signal);
});
