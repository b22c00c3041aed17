import { fromJson } from './value.ts';

/** Where a number may stand whose kind or digits a plain reading of JSON loses. */
const delicate = /\d\.\d*0(?!\d)|\d[eE]|\d{16}/;

/** What was read of a JSON text, with its numbers as they were sent: `3.0` stays a float, long integers keep their digits. */
export function exactJson<Read>(read: Read, text: string): Read {
  return delicate.test(text) ? (fromJson(text) as Read) : read;
}
