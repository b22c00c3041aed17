import { Refusal } from './refusal.ts';

export function tooManyRows(limit: number): Refusal {
  return new Refusal('limit', `has more than ${limit} rows, the limit`);
}

export function tooManyColumns(limit: number): Refusal {
  return new Refusal('limit', `has more than ${limit} columns, the limit`);
}
