import { describe, expect, it } from 'vitest';
import { SharedBytes } from './shared-bytes.ts';

describe('large texts', () => {
  it('that are equal are the same bytes', () => {
    const shared = new SharedBytes();
    const text = () => 'ferns and 漢 '.repeat(3_000);
    const bytes = shared.of(text());
    expect(bytes).toEqual(Buffer.from(text()));
    expect(shared.of(text())).toBe(bytes);
    expect(shared.of(`${text()}.`)).not.toBe(bytes);
  });

  it('are shared, and short ones sent as they are', () => {
    expect(new SharedBytes().of('data: {}\n\n')).toBe('data: {}\n\n');
  });
});
