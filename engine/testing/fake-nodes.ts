/** Node types for tests of the engine: small, and told by their settings what to do. */

import type { NodeContext, NodeImplementation, NodeResult, NodeTraits, Selector, Usage } from '#engine';
import { NodeError } from '#engine';
import type { NodeKind } from '#engine/graph/graph.ts';
import { parseTemplate, type Template } from '#engine/run/values/template.ts';
import { isFileValue } from '#engine/run/values/value.ts';
import { token } from '#kernel';
import type { ManualClock } from './manual-clock.ts';

/** The clock of a run in place, as a service for nodes that wait. */
export const NodeClock = token<ManualClock>('testing.clock');

type Settings = Readonly<Record<string, unknown>>;

/** The settings all fake nodes understand. */
interface FakeSettings {
  /** Milliseconds before it answers; absent: it answers synchronously. */
  readonly delay?: number;
  /** Attempts that fail before one succeeds; `true`: all. */
  readonly fails?: number | true;
  readonly outputs?: Settings;
  readonly handle?: string;
  readonly usage?: Usage;
  readonly updates?: readonly { readonly selector: Selector; readonly value: unknown }[];
  /** Pieces streamed on `[id, text]`, one every `every` milliseconds. */
  readonly tokens?: readonly string[];
  readonly every?: number;
  /** After how many pieces a failing attempt fails. */
  readonly failsAfter?: number;
}

/** A node that does what its settings say: waits, streams, fails, writes, chooses a handle. */
const scripted: NodeImplementation<FakeSettings> = {
  compile: (data) => data,
  run(settings, context) {
    const isWaiting = settings.delay !== undefined || settings.tokens !== undefined;
    return isWaiting ? play(settings, context) : answer(settings, context);
  },
  writes: (settings) => (settings.updates ?? []).map((update) => update.selector),
};

const attempts = new WeakMap<ManualClock, Map<string, number>>();

function isFailing(settings: FakeSettings, context: NodeContext): boolean {
  if (settings.fails === undefined) return false;
  if (settings.fails === true) return true;
  const clock = context.service(NodeClock);
  const counts = attempts.get(clock) ?? new Map<string, number>();
  attempts.set(clock, counts);
  const count = (counts.get(context.executionId) ?? 0) + 1;
  counts.set(context.executionId, count);
  return count <= settings.fails;
}

async function play(settings: FakeSettings, context: NodeContext): Promise<NodeResult> {
  const clock = context.service(NodeClock);
  if (settings.delay !== undefined) await clock.wait(settings.delay);
  const fails = isFailing(settings, context);
  const tokens = settings.tokens ?? [];
  for (const piece of fails ? tokens.slice(0, settings.failsAfter ?? tokens.length) : tokens) {
    context.stream('text', piece);
    await clock.wait(settings.every ?? 1);
  }
  if (fails) throw failure(settings, context);
  return result({ outputs: { text: tokens.join('') }, ...settings });
}

function answer(settings: FakeSettings, context: NodeContext): NodeResult {
  if (isFailing(settings, context)) throw failure(settings, context);
  return result(settings);
}

function failure({ usage }: FakeSettings, { node }: NodeContext): NodeError {
  return new NodeError('FakeError', `${node.id} fails`, { usage });
}

function result({ outputs = { done: true }, handle, usage, updates }: FakeSettings): NodeResult {
  return {
    outputs,
    inputs: {},
    ...(handle === undefined ? {} : { handle }),
    ...(usage === undefined ? {} : { usage }),
    ...(updates === undefined ? {} : { updates }),
  };
}

const start: NodeImplementation = {
  compile: () => null,
  run(_, { node, variables }) {
    const outputs: Record<string, unknown> = {};
    for (const name of variables.names(node.id)) outputs[name] = variables.get([node.id, name]);
    for (const name of variables.names('sys')) outputs[`sys.${name}`] = variables.get(['sys', name]);
    return { outputs };
  },
};

/** Shows `data.answer`, a template; `data.delay` makes it wait. */
const answerNode: NodeImplementation<{ template: Template; delay: unknown }> = {
  compile: (data) => ({ template: parseTemplate(String(data.answer)), delay: data.delay }),
  run({ template, delay }, context) {
    const show = (): NodeResult => {
      const files = template.selectors.map((selector) => context.variables.get(selector)).filter(isFileValue);
      return { outputs: { answer: context.render(template, 'markdown'), files }, files };
    };
    return typeof delay === 'number' ? context.service(NodeClock).wait(delay).then(show) : show();
  },
  responseParts: ({ template }) => template.parts,
};

/** Puts out `data.outputs`: selectors by name. */
const end: NodeImplementation<Readonly<Record<string, Selector>>> = {
  compile: (data) => data.outputs as Readonly<Record<string, Selector>>,
  run(selectors, { variables }) {
    const outputs = Object.entries(selectors).map(([name, selector]) => [name, variables.get(selector) ?? null]);
    return { outputs: Object.fromEntries(outputs) };
  },
  responseParts: (selectors) =>
    Object.values(selectors).flatMap((selector, index) => [
      ...(index === 0 ? [] : [{ kind: 'text' as const, text: '\n' }]),
      { kind: 'variable' as const, selector },
    ]),
};

/** A kind from an implementation of any settings. */
export function fakeKind<Compiled>(implementation: NodeImplementation<Compiled>, traits: NodeTraits = {}): NodeKind {
  return { traits, implementation: implementation as NodeImplementation };
}

export const fakeKinds: Readonly<Record<string, NodeKind>> = {
  start: fakeKind(start, { root: true, soleRoot: true }),
  trigger: fakeKind(start, { root: true }),
  work: fakeKind(scripted, { retry: true }),
  branch: fakeKind(scripted, { branch: true }),
  answer: fakeKind(answerNode, { response: true }),
  end: fakeKind(end, { response: true }),
  hidden: fakeKind(scripted, { hidden: true }),
};
