import type { Writable } from 'node:stream';
import type { ClientBase, QueryArrayResult, QueryConfig, QueryResult } from 'pg';

/** What pg answers: several statements in one text give one result each. */
type Answer = QueryResult | QueryArrayResult | readonly QueryResult[];

/**
 * `client.query` with a callback of ours. The one pg makes when there is none is written straight into a property, where
 * V8 counts it among the old objects: with it the query, its values and its answer stay until a major collection. `onSent` is
 * told when the query is on its way.
 */
export async function askClient(client: ClientBase, query: QueryConfig, onSent?: () => void): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      client.query(query, (error: Error | null, answer: Answer) => (error ? reject(error) : resolve(answer)));
      onSent?.();
    });
  } catch (error) {
    // Who asked, instead of the socket that answered.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * Called by a microtask: what is asked of a client before those at hand are done goes to the database as one piece: one call of the
 * operating system here, and one awakening there. pg has no name for its socket; without one, each query goes alone.
 */
export function sendTogether(client: ClientBase): void {
  const { stream } = (client as { readonly connection?: { readonly stream?: Partial<Writable> } }).connection ?? {};
  if (stream?.cork === undefined || stream.uncork === undefined) return;
  stream.cork();
  process.nextTick(() => stream.uncork?.());
}
