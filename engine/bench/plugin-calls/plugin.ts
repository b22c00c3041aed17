/**
 * Loaded by a server of the bench only (`WEFT_PLUGINS`): a route that calls tools of installed plugins, one call after the
 * other, through the runner and as tools, and tells how long each took.
 */
import { type Contribution, definePlugin, extensionPoint, token } from '#kernel';

/** As much of other plugins as is needed: the engine imports none. */
interface Installs {
  find(workspaceId: string, pluginId: string): Promise<object | null>;
}
interface Runner {
  call(call: object): Promise<unknown>;
}
interface Workspaces {
  first(): Promise<{ readonly id: string } | null>;
}
interface Tool {
  invoke(invocation: object): Promise<{ readonly text?: string }>;
}
interface ToolSource extends Contribution {
  find(reference: object, workspaceId: string): Promise<readonly Tool[]>;
}
interface Route extends Contribution {
  readonly method: 'GET';
  readonly path: string;
  readonly access: { readonly authenticator: string };
  readonly summary: string;
  readonly query: object;
  handle(request: { readonly query: { readonly plugin: string; readonly count: number } }): Promise<object>;
}

const Routes = extensionPoint<Route>('http.routes');
const given = { arguments: { text: 'hello' } };

interface Times {
  /** Milliseconds of each call. */
  readonly calls: readonly number[];
  /** Milliseconds of processor time of a call in this process, interpreters and all. */
  readonly processor: number;
}

/** After a third of them to warm up. */
async function timesOf(count: number, call: () => Promise<string | undefined>): Promise<Times> {
  const times: number[] = [];
  let before = process.cpuUsage();
  for (let index = 0; index < Math.ceil(count * 1.5); index += 1) {
    if (times.length === Math.ceil(count / 2)) before = process.cpuUsage();
    const startedAt = performance.now();
    const text = await call();
    times.push(performance.now() - startedAt);
    if (text !== 'hello') throw new Error(`the tool answered ${text}`);
  }
  const { user, system } = process.cpuUsage(before);
  return { calls: times.slice(-count), processor: (user + system) / 1000 / count };
}

export const plugin = definePlugin({
  id: 'plugin-calls',
  needs: {
    installs: token<Installs>('plugin-installs.installs'),
    runner: token<Runner>('plugin-runner.runner'),
    workspaces: token<Workspaces>('workspaces.workspaces'),
    sources: extensionPoint<ToolSource>('tools.sources'),
  },
  setup({ services: { installs, runner, workspaces, sources }, contribute }) {
    const measured = async (pluginId: string, count: number) => {
      const workspaceId = (await workspaces.first())?.id ?? '';
      const installed = await installs.find(workspaceId, pluginId);
      const reference = { kind: 'builtin', provider: pluginId, name: 'repeat', plugin: '' };
      const [tool] = (await sources.get('plugin-tools')?.find(reference, workspaceId)) ?? [];
      if (installed === null || tool === undefined) throw new Error(`${pluginId} is not installed`);
      const { signal } = new AbortController();
      const target = { kind: 'tool', name: 'repeat' };
      const invocation = { ...given, workspaceId, appId: workspaceId, signal, write: () => undefined };
      const run = async () =>
        ((await runner.call({ installed, target, input: given, signal })) as { readonly text: string }).text;
      return {
        runner: await timesOf(count, run),
        tool: await timesOf(count, async () => (await tool.invoke(invocation)).text),
      };
    };
    contribute(Routes, {
      ...{ id: 'plugin-calls.measured', method: 'GET', path: '/bench/plugin-calls', summary: 'Calls and measures' },
      access: { authenticator: 'public' },
      query: {
        type: 'object',
        required: ['plugin', 'count'],
        properties: { plugin: { type: 'string' }, count: { type: 'integer' } },
      },
      async handle({ query }) {
        const times = await measured(query.plugin, query.count);
        const body = { kind: 'text', text: JSON.stringify(times), contentType: 'application/json' };
        return { status: 200, headers: {}, body };
      },
    });
  },
});
