import { afterEach, describe, expect, it } from 'vitest';
import { HostCalls, toJson } from '#engine';
import { definePlugin, PlatformError } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import {
  areHarmless,
  callTool,
  describeTools,
  missingTool,
  type Tool,
  type ToolReference,
  type ToolResult,
  ToolSources,
  Tools,
} from './contract.ts';
import { fakeTool, toolHostCalls } from './testing/tool-host.ts';

let kernel: TestKernel | undefined;
afterEach(async () => {
  await kernel?.dispose();
  kernel = undefined;
});

const reference = (name: string, parts: Partial<ToolReference> = {}): ToolReference => ({
  kind: 'builtin',
  provider: 'fake',
  name,
  plugin: '',
  ...parts,
});

interface Session {
  call(
    reference: ToolReference,
    options?: { readonly given?: Readonly<Record<string, unknown>>; readonly depth?: number },
  ): Promise<ToolResult & { readonly streamed: string }>;
  describe(...references: ToolReference[]): ReturnType<typeof describeTools>;
  readonly controller: AbortController;
}

/** Runs for which the source was asked. */
const asked: (string | undefined)[] = [];

/** The plugin in a kernel, and a run that calls tools through it. */
async function session(
  tools: readonly Tool[],
  found: readonly Tool[] = [],
  kinds: readonly string[] = ['workflow'],
): Promise<Session> {
  const contributor = definePlugin({
    id: 'contributor',
    setup({ contribute }) {
      contribute(Tools, ...tools);
      if (found.length > 0) {
        contribute(ToolSources, {
          id: 'contributor',
          kinds,
          find: async ({ provider }, workspaceId, runId) => {
            asked.push(runId);
            return provider === workspaceId || kinds.includes('builtin') ? found : [];
          },
        });
      }
    },
  });
  kernel = await startTestKernel({ plugins: ['plugins/core/egress', 'plugins/tools/tools'], extra: [contributor] });
  const calls = kernel.contributions(HostCalls);
  const controller = new AbortController();
  const caller = { runId: 'r', workspaceId: 'w', appId: 'a', signal: controller.signal };
  const call = <Output>(id: string, input: unknown) =>
    // As the engine does it: plain data both ways.
    Promise.resolve(calls.get(id)?.call(structuredClone(input), caller)).then(
      (output) => structuredClone(output) as Output,
    );
  return {
    controller,
    describe: (...references) => describeTools({ call }, references),
    async call(named, { given = {}, depth } = {}) {
      let streamed = '';
      const variables = { get: () => depth, type: () => undefined, isAssignable: () => false, names: () => [] };
      const onText = (name: string, delta: string) => {
        streamed += `${name}:${delta};`;
      };
      const result = await callTool({ call, variables }, named, { arguments: given, onText });
      return { ...result, streamed };
    },
  };
}

describe('a tool', () => {
  it('is described without its code, and called with plain values', async () => {
    const echo = fakeTool('echo', { invoke: ({ arguments: given }) => ({ json: [given], variables: { n: 1.5 } }) });
    const { call, describe } = await session([echo]);
    const [finding] = await describe(reference('echo'));
    expect(finding).toMatchObject({ found: [{ id: 'fake.echo', name: 'echo' }] });
    const given = { a: 1, b: [true, null], c: { d: 'ü' } };
    expect(await call(reference('echo'), { given })).toEqual({
      text: '',
      files: [],
      json: [given],
      variables: { n: 1.5 },
      streamed: '',
    });
  });

  it('goes by its provider in long and short forms, but not by those of other authors', async () => {
    const { call } = await session([fakeTool('echo', { aliases: ['repeat'], providerAliases: ['parrot'] })]);
    for (const provider of ['fake', 'langgenius/fake/fake', 'Parrot']) {
      expect((await call(reference('repeat', { provider }))).text).toBe('echo');
    }
    await expect(call(reference('echo', { provider: 'somebody/fake/fake' }))).rejects.toMatchObject({
      code: 'tools.not_installed',
      message: expect.stringContaining('"somebody/fake"'),
    });
  });

  it('that a workspace has installed is found for a run where the server brings none of the name', async () => {
    const own = fakeTool('echo', { invoke: () => ({ text: 'of the workspace' }) });
    const { call } = await session([fakeTool('look')], [own, fakeTool('look')], ['builtin', 'plugin', '']);
    asked.length = 0;
    for (const kind of ['builtin', 'plugin', '']) {
      expect((await call(reference('echo', { kind }))).text).toBe('of the workspace');
      expect((await call(reference('look', { kind }))).text).toBe('look');
    }
    expect(asked).toEqual(['r', 'r', 'r']);
  });

  it('that is not installed is missed by the name of its plugin', async () => {
    const { describe } = await session([]);
    const findings = await describe(
      reference('search', { provider: 'a/b/c', plugin: 'x/y:0.1@abc' }),
      reference('t', { kind: 'mcp', provider: 'server' }),
      reference('dataset', { kind: 'dataset-retrieval', provider: 'd1' }),
      reference('x"\n'.repeat(100)),
    );
    const messages = findings.map((finding) => (finding.found === null ? finding.message : 'found'));
    expect(messages[0]).toContain('install the plugin "x/y"');
    expect(messages[1]).toContain('no plugin here serves providers of the type "mcp"');
    expect(messages[2]).toContain('dataset not found');
    expect(messages[3]).not.toContain('\n');
    expect(messages[3]?.length).toBeLessThan(400);
  });

  it('streams while it works', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = fakeTool('slow', {
      async invoke({ write }) {
        write('one ');
        await promise;
        write('two');
        write('X', 'extra');
        return { variables: { extra: 'X' } };
      },
    });
    const { call } = await session([slow]);
    const running = call(reference('slow'));
    resolve();
    expect(await running).toMatchObject({ text: 'one two', streamed: 'text:one ;text:two;extra:X;' });
  });

  it('tells its caller what it means to tell, and nothing of what it does not', async () => {
    const { call } = await session([
      fakeTool('polite', {
        invoke: () => {
          throw new PlatformError('invalid', 'fake.bad', 'Give a name.');
        },
      }),
      fakeTool('broken', {
        invoke: () => {
          throw new TypeError('secret of the house');
        },
      }),
    ]);
    await expect(call(reference('polite'))).rejects.toMatchObject({ code: 'fake.bad', message: 'Give a name.' });
    await expect(call(reference('broken'))).rejects.toMatchObject({
      code: 'tools.tool_failed',
      message: expect.not.stringContaining('secret'),
    });
  });

  it('that never answers is given up, and at once when its run ends', async () => {
    const began = Promise.withResolvers<void>();
    const never = () => new Promise<ToolResult>(() => {});
    const { call, controller } = await session([
      fakeTool('late', { invoke: never, timeoutSeconds: 0.02 }),
      fakeTool('stopped', {
        invoke() {
          began.resolve();
          return never();
        },
      }),
    ]);
    await expect(call(reference('late'))).rejects.toMatchObject({ code: 'tools.timed_out' });
    const reason = new Error('the run is over');
    const running = call(reference('stopped')).catch((error: unknown) => error);
    await began.promise;
    controller.abort(reason);
    expect(await running).toBe(reason);
    expect(await call(reference('stopped')).catch((error: unknown) => error)).toBe(reason);
  });

  it('may not answer without measure, nor take names of outputs', async () => {
    const { call } = await session([
      fakeTool('long', { invoke: () => ({ text: 'x'.repeat(4_100_000) }) }),
      fakeTool('endless', {
        invoke({ write }) {
          for (let count = 0; count < 50; count += 1) write('x'.repeat(100_000));
          return new Promise<ToolResult>(() => {});
        },
      }),
      fakeTool('sly', { invoke: () => ({ variables: { text: 'other' } }) }),
      fakeTool('proto', { invoke: () => ({ variables: JSON.parse('{"__proto__": 1}') }) }),
      fakeTool('odd', {
        invoke({ write }) {
          write('x', 'a b');
          return {};
        },
      }),
    ]);
    for (const name of ['long', 'endless', 'sly', 'proto', 'odd']) {
      await expect(call(reference(name)), name).rejects.toMatchObject({ code: 'tools.invalid_result' });
    }
  });
});

describe('a source of tools', () => {
  it('answers for its kinds, in the workspace of the run', async () => {
    const { call, describe } = await session([], [fakeTool('flow'), fakeTool('other')]);
    const named = reference('flow', { kind: 'workflow', provider: 'w' });
    expect((await call(named)).text).toBe('flow');
    expect(await describe({ ...named, name: '' })).toMatchObject([{ found: [{ name: 'flow' }, { name: 'other' }] }]);
    await expect(call({ ...named, provider: 'another' })).rejects.toMatchObject({
      code: 'tools.not_installed',
      message: expect.stringContaining('does not exist in this workspace'),
    });
  });

  it('that fails keeps no other tool from being described', async () => {
    const broken = { id: 'broken', kinds: ['mcp'], find: () => Promise.reject(new TypeError('secret of the house')) };
    const calls = toolHostCalls([fakeTool('echo', { provider: 'Fake' })], { sources: [broken] });
    const call = async <Output>(id: string, input: unknown) => (await calls[id]?.(input)) as Output;
    const findings = await describeTools({ call }, [reference('x', { kind: 'mcp' }), reference('echo')]);
    expect(findings).toMatchObject([{ found: null, code: 'tools.tool_failed' }, { found: [{ name: 'echo' }] }]);
    expect(JSON.stringify(findings)).not.toContain('secret');
  });

  it('starts no run below the fifth', async () => {
    const { call } = await session([], [fakeTool('flow', { invoke: ({ callDepth }) => ({ text: `${callDepth}` }) })]);
    const named = reference('flow', { kind: 'workflow', provider: 'w' });
    expect((await call(named, { depth: 4 })).text).toBe('4');
    await expect(call(named, { depth: 5 })).rejects.toMatchObject({ code: 'tools.call_too_deep' });
  });
});

it('the rest of a call is only for the run that made it', async () => {
  await session([]);
  const read = kernel?.contributions(HostCalls).get('tools.read');
  const caller = { runId: 'r', workspaceId: 'w', appId: 'a', signal: new AbortController().signal };
  await expect(read?.call({ call: toJson('x') }, caller)).rejects.toMatchObject({ code: 'tools.unknown_call' });
});

it('tools are harmless when all that are named are installed and say so', () => {
  const tools = [fakeTool('look'), fakeTool('write', { sideEffects: true })];
  const harmless = (...names: string[]) =>
    areHarmless(
      tools,
      names.map((name) => reference(name)),
    );
  expect([harmless('look'), harmless('look', 'write'), harmless('gone'), harmless()]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(areHarmless(tools, [reference('look', { kind: 'workflow' })])).toBe(false);
  expect(missingTool(tools, [], reference('gone'))).toContain('install the plugin "fake"');
  expect(missingTool(tools, [], reference('look'))).toBeNull();
  expect(missingTool(tools, [], reference('x', { kind: 'workflow' }))).toBeNull();
  // A workspace may have it installed.
  const source = { id: 'packages', kinds: ['builtin'], find: async () => [] };
  expect(missingTool(tools, [source], reference('gone'))).toBeNull();
});
