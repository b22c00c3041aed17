import { type NodeContext, renderTemplate, typeOf } from '#engine';
import type { Token } from '#kernel';

export interface ContextParts {
  /** Values by `node.name`. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Names under `env` that are secret. */
  readonly secrets?: readonly string[];
  readonly services?: readonly (readonly [Token<unknown>, unknown])[];
  readonly calls?: Readonly<Record<string, (input: unknown) => unknown>>;
  readonly signal?: AbortSignal;
}

/** A node's surroundings without an engine, which remembers what the node streamed and reported. */
export interface TestContext {
  readonly context: NodeContext;
  readonly streamed: { name: string; delta: string }[];
  readonly reasoned: { delta: string; isFinal: boolean }[];
  readonly cited: unknown[];
  /** Everything streamed on a name. */
  text(name: string): string;
}

export function testContext(parts: ContextParts = {}): TestContext {
  const streamed: TestContext['streamed'] = [];
  const reasoned: TestContext['reasoned'] = [];
  const cited: unknown[] = [];
  const values = parts.values ?? {};
  const get = (selector: readonly string[]): unknown => {
    let value: unknown = values[selector.slice(0, 2).join('.')];
    for (const key of selector.slice(2)) value = (value as Record<string, unknown> | undefined)?.[key];
    return value;
  };
  const variables: NodeContext['variables'] = {
    get,
    type: (selector) => {
      if (selector[0] === 'env' && parts.secrets?.includes(selector[1] ?? '')) return 'secret';
      const value = get(selector);
      return value === undefined ? undefined : typeOf(value);
    },
    isAssignable: () => false,
    names: (first) =>
      Object.keys(values)
        .filter((key) => key.startsWith(`${first}.`))
        .map((key) => key.slice(first.length + 1)),
  };
  const context: NodeContext = {
    node: { id: 'n', type: 'test', version: '1', title: 'Node', parent: null, data: {} },
    executionId: 'e',
    run: { runId: 'r', workspaceId: 'w', appId: 'a', mode: 'advanced-chat' },
    variables,
    render: (template, form, put) => renderTemplate(template, variables, form, put),
    stream: (name, delta) => void streamed.push({ name, delta }),
    reason: (delta, isFinal) => void reasoned.push({ delta, isFinal }),
    cite: (resources) => void cited.push(...resources),
    tell: () => {},
    log: () => {},
    spending: () => {},
    async call<Output>(id: string, input: unknown): Promise<Output> {
      const answer = parts.calls?.[id];
      if (answer === undefined) throw new Error(`no host call ${id}`);
      return (await answer(input)) as Output;
    },
    service<T>(token: Token<T>): T {
      const found = parts.services?.find(([known]) => known.id === token.id);
      if (found === undefined) throw new Error(`no service ${token.id}`);
      return found[1] as T;
    },
    signal: parts.signal ?? new AbortController().signal,
  };
  const text = (name: string) =>
    streamed
      .filter((piece) => piece.name === name)
      .map((piece) => piece.delta)
      .join('');
  return { context, streamed, reasoned, cited, text };
}
