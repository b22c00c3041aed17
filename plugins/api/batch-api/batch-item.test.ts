import { expect, it } from 'vitest';
import type { BatchRow } from '#plugins/batches/contract.ts';
import { rowsFor } from './batch-item.ts';

it('attack T11: visitors read of rows what a failure means to them, members and programs what was said', () => {
  const error = 'Vendor limits the rate of calls (429). It says: SECRET. Try again in 12 s.';
  const row = { number: 1, status: 'failed', runId: 'r', error } as BatchRow;
  const wrong = { number: 2, status: 'wrong', runId: null, error: 'plant is required.' } as BatchRow;
  const visitor = { id: 'v', address: '127.0.0.1', seesSteps: true, isExempt: false };
  const own = { ...row, error: 'Error: not no Bob (line 1)' };
  expect(rowsFor({ visitor }, [own])[0]?.error).toBe(own.error);
  expect(rowsFor({ visitor }, [row, wrong]).map((each) => each.error)).toEqual([
    'The model is busy. Try again in 12 s.',
    'plant is required.',
  ]);
  expect(rowsFor({ visitor: { ...visitor, isExempt: true } }, [row])[0]?.error).toBe(error);
  expect(rowsFor({}, [row])[0]?.error).toBe(error);
});
