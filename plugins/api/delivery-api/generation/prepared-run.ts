import { createHash } from 'node:crypto';
import { type AppMode, type GraphDocument, type GraphReference, toJson } from '#engine';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { CommitEntry } from '#plugins/database/contract.ts';
import type { DirectAnswer } from '#plugins/direct-answers/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { LiveRun, RunStart } from '#plugins/runs/contract.ts';
import type { Generation } from './generation.ts';
import type { MessageRecord } from './message-record.ts';
import type { GenerationRequest } from './request-body.ts';

/** A request for a run, and the version that is to run unless the request names another one. */
export interface Preparing {
  readonly generation: Generation;
  readonly caller: AppCaller;
  readonly version: PublishedVersion;
  readonly request: GenerationRequest;
}

/** What differs between the runs of a message and of a workflow. */
export interface PreparedGeneration {
  readonly version: PublishedVersion;
  readonly endUser: ReturnType<EndUsers['identify']>;
  readonly start: Pick<
    RunStart,
    | 'kind'
    | 'graph'
    | 'rootNodeId'
    | 'inputs'
    | 'outputFilter'
    | 'recordedInputs'
    | 'system'
    | 'conversation'
    | 'owner'
    | 'pauseEntries'
    | 'finishEntries'
  >;
  /** Rows that become durable together with the run's own, besides those of its user. */
  readonly startEntries: (runId: string) => readonly CommitEntry[];
  /** null: the run writes none. */
  readonly message: MessageRecord | null;
  /** Called once, when the run has begun. */
  readonly onBegun?: (run: LiveRun) => void;
}

/** What runs for a request. */
export interface PreparedRun {
  /** What runs, and what checks its answer. */
  readonly start: Pick<RunStart, 'graph' | 'inputs' | 'outputFilter'>;
  /** What answers in place of the app; null: the app runs. */
  readonly answer: DirectAnswer | null;
}

/** Asks whether something else than the app answers. Throws what the check of an input throws. */
export async function preparedRun(
  { answers }: Generation,
  { app, keyId, version }: Pick<AppCaller, 'app' | 'keyId'> & { readonly version: PublishedVersion },
  { inputs, query }: { readonly inputs: Readonly<Record<string, unknown>>; readonly query: string },
): Promise<PreparedRun> {
  const { graph, parameters } = version.compiled;
  const moderation = parameters.sensitive_word_avoidance;
  const asked = { workspaceId: app.workspaceId, appId: app.id, keyId, moderation };
  const answer = await answers.find(asked, { inputs, query });
  if (answer !== null) return { start: directAnswer(app.mode, answer.text), answer };
  return { start: { graph, inputs: toJson(inputs), outputFilter: answers.outputFilter(asked) }, answer };
}

/**
 * A run that answers with a given text, in place of an app: it is recorded, streamed and followed like any other. The
 * text is an input, so nothing in it is a template.
 */
function directAnswer(mode: AppMode, text: string): { readonly graph: GraphReference; readonly inputs: string } {
  const graph = graphs.get(mode) ?? referenceTo(document(mode));
  graphs.set(mode, graph);
  return { graph, inputs: toJson({ text }) };
}

const graphs = new Map<AppMode, GraphReference>();

function document(mode: AppMode): GraphDocument {
  const node = (id: string, type: string, title: string, data: object) => ({
    id,
    type,
    version: '1',
    title,
    parent: null,
    data: { type, title, ...data },
  });
  return {
    mode,
    nodes: [
      node('start', 'start', 'Start', { variables: [{ variable: 'text', type: 'paragraph' }] }),
      node('answer', 'answer', 'Answer', { answer: '{{#start.text#}}' }),
    ],
    edges: [{ source: 'start', sourceHandle: 'source', target: 'answer' }],
    environmentVariables: [],
    conversationVariables: [],
  };
}

function referenceTo(graph: GraphDocument): GraphReference {
  const text = toJson(graph);
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}
