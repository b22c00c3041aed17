import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watch(): { readonly watchdog: Watchdog; readonly onBlocked: ReturnType<typeof vi.fn> } {
  const onBlocked = vi.fn();
  return { watchdog: new Watchdog({ seconds: 3, ping: () => undefined, onBlocked }), onBlocked };
}

describe('a watched thread', () => {
  it('is blocked after the seconds of silence', () => {
    const { watchdog, onBlocked } = watch();
    watchdog.onReady();
    vi.advanceTimersByTime(3000);
    expect(onBlocked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(onBlocked).toHaveBeenCalled();
    watchdog.stop();
  });

  it('lives as long as it gives signs', () => {
    const { watchdog, onBlocked } = watch();
    watchdog.onReady();
    for (let second = 0; second < 10; second += 1) {
      vi.advanceTimersByTime(1000);
      watchdog.onSign();
    }
    expect(onBlocked).not.toHaveBeenCalled();
    watchdog.stop();
  });

  it('has more time while it loads its modules', () => {
    const { watchdog, onBlocked } = watch();
    vi.advanceTimersByTime(30_000);
    expect(onBlocked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(31_000);
    expect(onBlocked).toHaveBeenCalled();
    watchdog.stop();
  });

  it('fails who waits for its next sign when it ends', async () => {
    const { watchdog } = watch();
    const sign = watchdog.nextSign();
    watchdog.stop();
    await expect(sign).rejects.toThrow('The engine thread ended.');
  });
});
