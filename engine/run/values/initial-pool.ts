import type { RunRequest, VariableDeclaration } from '#engine';
import type { Graph } from '#engine/graph/graph.ts';
import type { Secret } from '#engine/run/records/secret-mask.ts';
import type { ReplacedValue } from '#engine/run/replay/replay.ts';
import { fromJson, isMapping, zeroOf } from './value.ts';
import { VariablePool } from './variable-pool.ts';

export interface InitialPool {
  readonly pool: VariablePool;
  /** Values that must not be shown in traces. */
  readonly secrets: readonly Secret[];
}

/**
 * The pool a run begins with (app DSL, pool and selectors). The inputs lie under the root node, which publishes them.
 */
export function initialPool(
  graph: Graph,
  request: Omit<RunRequest, 'graph'>,
  start: { rootId: string; now: number; replaced: readonly ReplacedValue[] },
): InitialPool {
  const pool = new VariablePool();
  pool.setAll('sys', {
    app_id: request.appId,
    workflow_run_id: request.runId,
    timestamp: Math.floor(start.now / 1000),
    ...readObject(request.system),
  });
  pool.setAll(start.rootId, readObject(request.inputs));
  storeDeclared(pool, { first: 'env', declarations: graph.environment, values: readObject(request.environment) });
  storeDeclared(pool, {
    first: 'conversation',
    declarations: graph.conversation,
    values: readObject(request.conversation),
  });
  for (const { selector, value } of start.replaced) pool.set(selector[0], selector[1], value);
  const secrets = graph.environment
    .filter((variable) => variable.valueType === 'secret')
    .map(({ name }) => ({ name, value: pool.get(['env', name]) }))
    .filter((secret): secret is Secret => typeof secret.value === 'string');
  return { pool, secrets };
}

interface DeclaredValues {
  readonly first: string;
  readonly declarations: readonly VariableDeclaration[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** Given values win over declared ones; a declared null is the zero value of its type. */
function storeDeclared(pool: VariablePool, { first, declarations, values }: DeclaredValues): void {
  for (const { name, valueType, value } of declarations) {
    pool.declare(first, name, valueType);
    // An own one: a variable may have the name of what every object inherits.
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    pool.set(first, name, given ?? value ?? zeroOf(valueType));
  }
  for (const name of Object.keys(values)) {
    if (pool.get([first, name]) === undefined) pool.set(first, name, values[name]);
  }
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  if (text === '{}' || text === '') return {};
  const value = fromJson(text);
  if (!isMapping(value)) throw new TypeError('the request of a run must hold JSON objects');
  return value;
}
