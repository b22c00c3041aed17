import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CLOCK_TOLERANCE_MS,
  clockDifference,
  clockFault,
  clocksAgree,
  currentTime,
  forgetReferenceTime,
  monotonicTime,
  setReferenceTime,
} from './clock.ts';
import { newId, timeOf } from './id.ts';

const DAY = 86_400_000;
const own = {};
const realNow = Date.now.bind(Date);
const clock = { shift: 0 };

function shift(milliseconds: number): void {
  clock.shift = milliseconds;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + clock.shift);
}

/** The reference says the right time, and so much more. */
function refer(ahead = 0, doubt?: () => void): void {
  setReferenceTime(own, realNow() + ahead, monotonicTime(), doubt);
}

const near = (time: number, expected: number) => expect(Math.abs(time - expected)).toBeLessThan(10_000);

afterEach(() => {
  vi.restoreAllMocks();
  forgetReferenceTime(own);
});

describe('the time for what lasts', () => {
  it("is this machine's without a reference, and while it agrees with one", () => {
    shift(70 * DAY);
    expect([clocksAgree(), clockDifference()]).toEqual([true, 0]);
    near(currentTime(), realNow() + 70 * DAY);
    shift(CLOCK_TOLERANCE_MS / 2);
    refer();
    expect(clocksAgree()).toBe(true);
    near(currentTime(), realNow() + CLOCK_TOLERANCE_MS / 2);
  });

  it.each([70, -70])(
    "is the reference's at once when this machine's clock jumps by %i days, and this machine's again after",
    (days) => {
      let doubts = 0;
      refer(0, () => {
        doubts += 1;
      });
      shift(days * DAY);
      near(currentTime(), realNow());
      expect([clocksAgree(), doubts]).toEqual([false, 1]);
      refer();
      near(currentTime(), realNow());
      near(clockDifference(), days * DAY);
      expect(clockFault()).toBe('process');
      shift(1);
      expect([clocksAgree(), currentTime() - realNow() <= 1]).toEqual([true, true]);
      refer();
      expect(clockFault()).toBe('unknown');
    },
  );

  it('never runs ahead of the reference, whoever is wrong, and follows no reference that jumped ahead itself', () => {
    refer();
    refer(-70 * DAY);
    expect(clockFault()).toBe('reference');
    near(currentTime(), realNow() - 70 * DAY);
    refer(70 * DAY);
    expect(clockFault()).toBe('reference');
    near(currentTime(), realNow());
    refer();
    expect(clocksAgree()).toBe(true);
  });

  it('follows both when they jump together', () => {
    refer();
    shift(70 * DAY);
    refer(70 * DAY);
    expect([clocksAgree(), clockFault()]).toEqual([true, 'unknown']);
    near(currentTime(), realNow() + 70 * DAY);
  });

  it("is nobody else's to take away", () => {
    refer(70 * DAY);
    forgetReferenceTime({});
    expect(clocksAgree()).toBe(false);
  });
});

describe('ids', () => {
  it('come down with a clock that was set back, and keep their order over a small step', () => {
    shift(70 * DAY);
    near(timeOf(newId()), realNow() + 70 * DAY);
    shift(0);
    const after = newId();
    near(timeOf(after), realNow());
    shift(-CLOCK_TOLERANCE_MS / 2);
    expect(newId() > after).toBe(true);
  });

  it('are no more than the tolerance ahead of the reference', () => {
    for (const milliseconds of [70 * DAY, CLOCK_TOLERANCE_MS + 1_000, CLOCK_TOLERANCE_MS - 1_000, 0, -70 * DAY]) {
      shift(milliseconds);
      refer();
      expect(timeOf(newId()) - realNow()).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
      expect(realNow() - timeOf(newId())).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
    }
  });
});
