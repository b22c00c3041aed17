import { describe, expect, it } from 'vitest';
import { EventLines } from './event-lines.ts';

function read(stream: string | Buffer, size: number): string[] {
  const bytes = Buffer.from(stream);
  const lines = new EventLines();
  const data: string[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    lines.push(bytes.subarray(start, start + size), (value) => data.push(value));
  }
  lines.end((value) => data.push(value));
  return data;
}

describe('the lines of an event stream', () => {
  const stream = 'data: één 🙂\n\n: ping\nevent: x\nid: 1\ndata:二\r\n\r\ndata:\ndata: [DONE]';

  it.each([1, 2, 3, 5, 7, 1000])('are the same when they arrive %i bytes at a time', (size) => {
    expect(read(stream, size)).toEqual(['één 🙂', '二', '', '[DONE]']);
  });

  it('may follow a byte order mark', () => {
    expect(read('\ufeffdata: x\n', 100)).toEqual(['x']);
  });

  it('may be ten megabytes long', () => {
    const long = 'x'.repeat(10_000_000);
    expect(read(`data: ${long}\n\n`, 65_536)[0]?.length).toBe(10_000_000);
  });

  it('that never end are refused', () => {
    const lines = new EventLines();
    const piece = Buffer.alloc(1024 * 1024, 'x');
    expect(() => {
      for (let index = 0; index < 40; index += 1) lines.push(piece, () => {});
    }).toThrow(RangeError);
  });
});
