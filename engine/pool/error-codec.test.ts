import { describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { decodeError, encodeError } from './error-codec.ts';

const fallback = { code: 'engine.host_call_failed', message: 'The host call failed unexpectedly.' };

describe('an error that crosses to another thread', () => {
  it('arrives as a PlatformError with everything a caller may see', () => {
    const options = { field: 'speed', retryAfter: 2, limit: 5 };
    const error = new PlatformError('limited', 'test.slow_down', 'Slow down.', options);
    const arrived = decodeError(structuredClone(encodeError(error, fallback)));
    expect(arrived).toBeInstanceOf(PlatformError);
    expect({ ...arrived, message: arrived.message }).toEqual({ ...error, message: 'Slow down.' });
  });

  it('leaves what it has no field, time or limit for undefined', () => {
    const arrived = decodeError(encodeError(new PlatformError('invalid', 'test.bad', 'Bad.'), fallback));
    expect(arrived.field).toBeUndefined();
    expect(arrived.retryAfter).toBeUndefined();
    expect(arrived.limit).toBeUndefined();
  });

  it('is told in general words when it is not meant for callers', () => {
    const encoded = encodeError(new Error('connect postgres://user:secret@host'), fallback);
    expect(encoded).toEqual({ kind: 'internal', ...fallback });
  });
});
