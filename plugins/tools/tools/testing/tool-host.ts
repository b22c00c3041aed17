import type { Contributions, Logger } from '#kernel';
import type { ToolRequest } from '#plugins/tools/host-calls.ts';
import { createRegistry } from '#plugins/tools/registry.ts';
import type { Tool, ToolReference, ToolSource } from '#plugins/tools/tool.ts';
import { createToolCalls } from '#plugins/tools/tool-calls.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

type HostCallFunctions = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;

function fixed<Item extends { readonly id: string }>(items: readonly Item[]): Contributions<Item> {
  return { all: () => items, get: (id) => items.find((item) => item.id === id), onChange: () => () => undefined };
}

/** The host calls of the plugin over given tools, with plain data both ways, for tests of nodes without an engine. */
export function toolHostCalls(
  tools: readonly Tool[],
  options: {
    readonly credentials?: Readonly<Record<string, string>>;
    readonly sources?: readonly ToolSource[];
    readonly signal?: AbortSignal;
    readonly logger?: Logger;
  } = {},
): HostCallFunctions {
  const goesOut = () => Promise.reject(new Error('no tool of this test goes out'));
  const calls = createToolCalls({
    registry: createRegistry(fixed(tools), fixed(options.sources ?? [])),
    credentials: fixed([{ id: 'test', find: async () => options.credentials ?? null }]),
    egress: { request: goesOut, check: goesOut },
    logger: options.logger ?? silent,
    callDepth: 5,
  });
  const signal = options.signal ?? new AbortController().signal;
  const caller = { runId: 'r', workspaceId: 'w', appId: 'a', signal };
  const plain = async (answer: Promise<unknown>) => structuredClone(await answer);
  return {
    'tools.describe': (input) => plain(calls.describe(structuredClone(input) as ToolReference[], caller)),
    'tools.invoke': (input) => plain(calls.invoke(structuredClone(input) as ToolRequest, caller)),
    'tools.read': (input) => plain(calls.read((input as { call: string }).call, caller)),
  };
}

/** A tool that does what a test wants. */
export function fakeTool(name: string, parts: Partial<Tool> = {}): Tool {
  return {
    id: `fake.${name}`,
    provider: 'fake',
    name,
    label: name,
    description: '',
    parameters: [],
    sideEffects: false,
    invoke: () => ({ text: name }),
    ...parts,
  };
}
