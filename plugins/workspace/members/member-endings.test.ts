import { describe, expect, it } from 'vitest';
import { MemberEndings } from './member-endings.ts';

describe('streams of a member', () => {
  it('end with the role that may read them, and go on with any other', () => {
    const endings = new MemberEndings('editor');
    const use = endings.of('apps.use');
    const logs = endings.of('logs.view');
    const anything = endings.of(undefined);
    const aborted = () => [use, logs, anything].map((signal) => signal.aborted);
    endings.become('admin');
    endings.become('editor');
    expect(aborted()).toEqual([false, false, true]);
    endings.become('member');
    expect(aborted()).toEqual([false, true, true]);
    expect(endings.of('logs.view').aborted).toBe(true);
    expect(endings.of(undefined).aborted).toBe(false);
    endings.become('owner');
    expect([use.aborted, endings.of('logs.view').aborted]).toEqual([false, false]);
    endings.become(null);
    expect([use.aborted, endings.of('apps.use').aborted, endings.of(undefined).aborted]).toEqual([true, true, true]);
  });

  it('are followed as long as somebody listens', () => {
    const endings = new MemberEndings('member');
    const signal = endings.of('apps.use');
    expect(endings.isFollowed).toBe(false);
    const listener = () => {};
    signal.addEventListener('abort', listener);
    expect(endings.isFollowed).toBe(true);
    signal.removeEventListener('abort', listener);
    expect(endings.isFollowed).toBe(false);
  });
});
