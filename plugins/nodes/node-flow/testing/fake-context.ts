import {
  type GraphNode,
  isFileValue,
  type NodeContext,
  type NodeImplementation,
  type NodeResult,
  renderTemplate,
  type Selector,
  typeOf,
  type Variables,
} from '#engine';

/** A pool as nested plain objects: `{ node: { name: value } }`. */
export type Pool = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface FakeContextOptions {
  readonly id?: string;
  /** Declared types by `node.name`, where the value alone does not tell. */
  readonly types?: Readonly<Record<string, string>>;
  /** Answers host calls. */
  readonly call?: (hostCall: string, input: unknown) => Promise<unknown>;
}

export function fakeNode(data: Readonly<Record<string, unknown>>, id = 'node'): GraphNode {
  return { id, type: String(data.type ?? 'fake'), version: '1', title: '', parent: null, data };
}

/** A node context over a plain pool, for testing a node without an engine. */
export function fakeContext(pool: Pool, options: FakeContextOptions = {}): NodeContext {
  const variables = poolVariables(pool, options.types ?? {});
  const ignore = () => undefined;
  return {
    node: fakeNode({}, options.id),
    executionId: 'execution',
    run: { runId: 'run', workspaceId: 'workspace', appId: 'app', mode: 'workflow' },
    variables,
    render: (template, form, put) => renderTemplate(template, variables, form, put),
    stream: ignore,
    reason: ignore,
    cite: ignore,
    tell: () => {},
    log: ignore,
    spending: ignore,
    call: async <Output>(hostCall: string, input: unknown) =>
      (await (options.call ?? noHost)(hostCall, input)) as Output,
    service: () => {
      throw new Error('the fake context has no services');
    },
    signal: new AbortController().signal,
  };
}

/** Compiles and runs a node over a plain pool. */
export async function runNode<Compiled>(
  implementation: NodeImplementation<Compiled>,
  data: Readonly<Record<string, unknown>>,
  pool: Pool,
  options: FakeContextOptions = {},
): Promise<NodeResult> {
  const compiled = implementation.compile(data, fakeNode(data, options.id));
  return implementation.run(compiled, fakeContext(pool, options));
}

function noHost(hostCall: string): Promise<unknown> {
  return Promise.reject(new Error(`nothing answers the host call ${hostCall}`));
}

function poolVariables(pool: Pool, types: Readonly<Record<string, string>>): Variables {
  const get = (selector: Selector): unknown => {
    const [first = '', name, ...path] = selector;
    if (name === undefined) return undefined;
    let value = pool[first]?.[name];
    for (const key of path)
      value = isPlain(value) ? value[isFileValue(value) && key === 'name' ? 'filename' : key] : undefined;
    return value;
  };
  return {
    get,
    type: (selector) => {
      const value = get(selector);
      return value === undefined ? undefined : (types[selector.slice(0, 2).join('.')] ?? typeOf(value));
    },
    isAssignable: ([first]) => first === 'conversation' || first === 'loop',
    names: (first) => Object.keys(pool[first] ?? {}),
  };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
