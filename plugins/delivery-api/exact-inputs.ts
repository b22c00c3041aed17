import { exactJson } from '../../engine/contract.ts';
import type { GenerationBody } from './schemas.ts';

/** The body with its inputs as they were sent, integers and floats apart. */
export function exactInputs<Body extends GenerationBody>(body: Body, text: string): Body {
  const exact = exactJson(body, text);
  // An empty list was accepted as an empty map (`acceptEmptyInputs`).
  return exact === body || Array.isArray(exact.inputs) ? body : { ...body, inputs: exact.inputs };
}
