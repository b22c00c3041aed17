import { fromJson } from '../../engine/contract.ts';
import type { GenerationBody } from './schemas.ts';

/** Where a number may stand whose kind or digits a plain reading of JSON loses. */
const delicate = /\d\.\d*0(?!\d)|\d[eE]|\d{16}/;

/** The body with its inputs as they were sent: `3.0` stays a float, and long integers keep their digits. */
export function exactInputs<Body extends GenerationBody>(body: Body, text: string): Body {
  if (!delicate.test(text)) return body;
  const { inputs } = fromJson(text) as GenerationBody;
  return { ...body, inputs };
}
