import { type ForkOrigin, fromJson, type GraphDocument, type JsonText, toJson } from '#engine';
import type { Contributions } from '#kernel';
import type { NumberedEvent, RunOwner, RunStart } from './contract.ts';
import type { EventStore } from './event-store.ts';
import { notFound } from './follow-run.ts';
import { originOf } from './forks.ts';
import type { GraphStore } from './graph-store.ts';
import type { RunIdentity } from './journal-rows.ts';
import type { RunParts } from './run-parts.ts';
import type { RunStore } from './store.ts';

/** A run as it was started, with what has happened in it. */
export interface PastRun {
  readonly identity: Omit<RunIdentity, 'processId'>;
  readonly start: RunStart;
  readonly events: readonly NumberedEvent[];
  /** Of a fork. */
  readonly origin: ForkOrigin | undefined;
}

/** `workflow_runs.start`, as `journal-rows.ts` writes it. */
interface StartFields {
  readonly graph: string;
  readonly conversation_id?: string;
  readonly invoke_from?: string;
  readonly max_seconds?: number | null;
  readonly root?: string;
  readonly conversation?: unknown;
  readonly inputs?: unknown;
  readonly owner?: string;
  readonly data?: unknown;
  readonly fork?: NonNullable<RunStart['fork']>;
}

type Values = Readonly<Record<string, unknown>>;

const systemPrefix = 'sys.';

/** Reads runs back from the journal, so that they can go on. */
export class PastRuns {
  readonly #store: RunStore;
  readonly #events: EventStore;
  readonly #graphs: GraphStore;
  readonly #owners: Pick<Contributions<RunOwner>, 'all'>;

  constructor(parts: {
    store: RunStore;
    events: EventStore;
    graphs: GraphStore;
    owners: Pick<Contributions<RunOwner>, 'all'>;
  }) {
    this.#store = parts.store;
    this.#events = parts.events;
    this.#graphs = parts.graphs;
    this.#owners = parts.owners;
  }

  /** Who owns a run and what they keep with it; null: nobody, or there is no such run. */
  async owner(workspaceId: string, runId: string): Promise<RunStart['owner'] | null> {
    const start = await this.#store.start(workspaceId, runId);
    if (start === null) return null;
    const { owner, data } = fromJson(start) as StartFields;
    return owner === undefined ? null : { id: owner, data: toJson(data ?? null) };
  }

  /** What a run was started with; null: there is none, or it is not kept. */
  async graph(workspaceId: string, runId: string): Promise<GraphDocument | null> {
    const start = await this.#store.start(workspaceId, runId);
    if (start === null) return null;
    const found = await this.#graphs.find(workspaceId, (fromJson(start) as StartFields).graph);
    return found === null ? null : (fromJson(found.text) as GraphDocument);
  }

  /** What this process's own run was asked with, and its events. Throws `runs.not_found`. */
  async reload(workspaceId: string, runId: string): ReturnType<RunParts['reload']> {
    const row = await this.#store.started(workspaceId, runId);
    if (row === null || row.start === null) throw notFound(runId);
    const { inputs } = splitInputs(row.inputs, fromJson(row.start) as StartFields);
    const events = await this.#events.past(workspaceId, runId);
    return { inputs, events: events.map(({ event }) => event) };
  }

  /** Null: there is none, or it can't go on: its graph is not kept, or its owner is gone or says no. */
  async find(workspaceId: string, runId: string): Promise<PastRun | null> {
    const row = await this.#store.started(workspaceId, runId);
    if (row === null || row.start === null) return null;
    const fields = fromJson(row.start) as StartFields;
    const graph = await this.#graphs.find(workspaceId, fields.graph);
    const owner = this.#owners.all().find(({ id }) => id === fields.owner);
    if (graph === null || owner === undefined) return null;
    const data = toJson(fields.data ?? null);
    const { app_id: appId, workflow_id: workflowId } = row;
    const rehydrated = await owner.rehydrate({ runId, workspaceId, appId, workflowId, keyId: row.key_id, data });
    if (rehydrated === null) return null;
    const { inputs, system } = splitInputs(row.inputs, fields);
    return {
      identity: { runId, taskId: row.task_id, startedAt: row.created_at.getTime() },
      start: {
        ...rehydrated,
        workspaceId,
        appId,
        workflowId,
        graph,
        kind: row.kind,
        triggeredFrom: row.triggered_from,
        createdBy: { role: row.created_by_role, id: row.created_by },
        keyId: row.key_id,
        inputs,
        recordedInputs: row.inputs,
        system,
        conversation: toJson(fields.conversation ?? {}),
        maxSeconds: fields.max_seconds,
        owner: { id: owner.id, data },
        ...(fields.root === undefined ? {} : { rootNodeId: fields.root }),
        ...(fields.fork === undefined ? {} : { fork: fields.fork }),
      },
      events: await this.#events.past(workspaceId, runId),
      origin: fields.fork === undefined ? undefined : await originOf(this.#events, workspaceId, fields.fork),
    };
  }
}

/** A run's recorded inputs are those of its user and `sys.*`, but for two values (app DSL, run record). */
function splitInputs(recorded: JsonText, fields: StartFields): { readonly inputs: JsonText; readonly system: Values } {
  const inputs: Record<string, unknown> = {};
  const system: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fromJson(recorded) as Values)) {
    if (name.startsWith(systemPrefix)) system[name.slice(systemPrefix.length)] = value;
    else inputs[name] = value;
  }
  const { conversation_id, invoke_from } = fields;
  if (conversation_id !== undefined) system.conversation_id = conversation_id;
  if (invoke_from !== undefined) system.invoke_from = invoke_from;
  return { inputs: toJson(fields.inputs ?? inputs), system };
}
