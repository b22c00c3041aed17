/**
 * What other node plugins reuse of the llm node. Free of the container: node modules import it in engine threads.
 */

/** Reads JSON as people and models write it: small mistakes are repaired. Throws SyntaxError when nothing helps. */
export { readLenientJson } from './lenient-json.ts';
/** Takes the values of secret environment variables out of texts that are recorded about a run. */
export { secretMask } from './secret-mask.ts';
