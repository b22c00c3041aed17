import { expect, it } from 'vitest';
import { Cooldowns } from './cooldowns.ts';

const [one, two] = [{ cooldownKey: 'one' }, { cooldownKey: 'two' }];

it('credentials that fail cool down for longer each time, and begin anew when they have worked for a while', () => {
  let now = 0;
  const cooldowns = new Cooldowns(() => now);
  const lengths = [];
  for (let failure = 0; failure < 8; failure += 1) {
    cooldowns.failed('one');
    // Calls that fail together are one failure.
    cooldowns.failed('one');
    const begun = now;
    while (cooldowns.order([one, two]).length === 1) now += 100;
    lengths.push((now - begun) / 1_000);
  }
  expect(lengths).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  now += 1_000_000;
  cooldowns.failed('one');
  now += 1_000;
  expect(cooldowns.order([one, two])).toEqual([one, two]);
});

it('they are left alone for as long as their server asks, ten minutes at most; where all are, the first to be ready is asked', () => {
  let now = 0;
  const cooldowns = new Cooldowns(() => now);
  cooldowns.failed('one', 30_000);
  cooldowns.failed('two', 86_400_000);
  expect(cooldowns.order([two, one])).toEqual([one]);
  now = 30_000;
  expect(cooldowns.order([two, one])).toEqual([one]);
  cooldowns.failed('one', 86_400_000);
  expect(cooldowns.order([one, two])).toEqual([two]);
  now = 600_000;
  expect(cooldowns.order([one, two])).toEqual([two]);
  expect(cooldowns.order([one, two, {}])).toEqual([two, {}]);
});
