/**
 * Trace contexts, as `traceparent` has them (W3C Trace Context, version 00): `00-<trace id>-<span id>-<flags>`. Which run
 * has one is decided by whoever traces runs; here they are only passed on.
 */

const given = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)/;
const ownForm = 55;

/** The span of a node execution: the half of its id that differs from others of its trace, so that nobody has to be told. */
export function spanIdOf(executionId: string): string {
  return executionId.replaceAll('-', '').slice(16);
}

/** The context of another span of the same trace. */
export function traceparentOf(trace: string, spanId: string): string {
  return `${trace.slice(0, 36)}${spanId}${trace.slice(52)}`;
}

/** What a caller sent, in the form of version 00; null for anything else. */
export function readTraceparent(text: string | undefined): string | null {
  if (text === undefined || text.length > 200 || !given.test(text)) return null;
  return `00${text.slice(2, ownForm)}`;
}
