import { exactJson } from '../../engine/contract.ts';
import { isEmptyMap } from './empty-inputs.ts';
import type { GenerationBody } from './schemas.ts';

/** The body with its inputs as they were sent, integers and floats apart. */
export function exactInputs<Body extends GenerationBody>(body: Body, text: string): Body {
  const exact = exactJson(body, text);
  return exact === body || isEmptyMap(exact.inputs) ? body : { ...body, inputs: exact.inputs };
}
