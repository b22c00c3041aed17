import { describe, expect, it } from 'vitest';
import { EventData } from './event-data.ts';

function read(stream: string, size: number): string[] {
  const bytes = Buffer.from(stream);
  const data: string[] = [];
  const events = new EventData((value) => data.push(value));
  for (let start = 0; start < bytes.length; start += size) events.push(bytes.subarray(start, start + size));
  events.end();
  return data;
}

describe('the data of an event stream', () => {
  const stream = '\ufeffdata: één 🙂\n\n: ping\nevent: x\nid: 1\ndata:二\r\n\r\ndata:\n\ndata: [DONE]';

  it.each([1, 2, 3, 5, 7, 1000])('is the same when it arrives %i bytes at a time', (size) => {
    expect(read(stream, size)).toEqual(['één 🙂', '二', '', '[DONE]']);
  });

  it('may be ten megabytes long', () => {
    const long = 'x'.repeat(10_000_000);
    expect(read(`data: ${long}\n\n`, 65_536)[0]?.length).toBe(10_000_000);
  });

  it('that never ends is refused', () => {
    const events = new EventData(() => {});
    const piece = Buffer.alloc(1024 * 1024, 'x');
    events.push(Buffer.from('data: '));
    expect(() => {
      for (let index = 0; index < 40; index += 1) events.push(piece);
    }).toThrow('max buffer size');
  });
});
