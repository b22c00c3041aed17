import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call } from '#plugins/studio/web/contract.tsx';
import { type BodyOf, readEvents } from '#plugins/ui/web/contract.ts';
import { PinStore } from './pin-store.ts';
import { formsAfter, type RunEvent, type RunForm, updatedConversation } from './run-events.ts';

/** What is known of the last run of a node. */
export interface NodeRun {
  readonly status: 'running' | 'succeeded' | 'failed' | 'exception' | 'stopped' | 'retry';
  readonly error: string | null;
  readonly inputs: unknown;
  readonly outputs: unknown;
  readonly process: unknown;
  /** Seconds. */
  readonly elapsed: number | null;
  readonly tokens: number | null;
  readonly price: string | null;
  /** The node it was come to from. */
  readonly cameFrom: string | null;
  /** Rounds of a container so far. */
  readonly rounds: number;
  /** It gave what was pinned, and did not run. */
  readonly isPinned: boolean;
}

/** The run that was started here last. */
export interface RunState {
  readonly isRunning: boolean;
  readonly status: string | null;
  readonly runId: string | null;
  readonly taskId: string | null;
  readonly answer: string;
  readonly outputs: unknown;
  readonly error: string | null;
  readonly elapsed: number | null;
  readonly tokens: number | null;
  readonly conversationId: string | null;
  /** A person is waited for. */
  readonly isPaused: boolean;
  /** What people were asked for, oldest first. */
  readonly forms: readonly RunForm[];
  /** The node that ran alone last. */
  readonly alone: { readonly id: string } | null;
  /** What has happened to nodes so far, counted. */
  readonly steps: number;
  /** How many of them are shown; null: all there are. */
  readonly step: number | null;
  /** The run of the app whose values are shown in place of the last ones. */
  readonly ofRun: Schemas['RunDetail'] | null;
  /** What the one that is shown last says of which node. */
  readonly said: { readonly event: string; readonly title: string } | null;
}

const none: RunState = {
  ...{ isRunning: false, status: null, runId: null, taskId: null, answer: '', outputs: null, error: null },
  ...{ elapsed: null, tokens: null, conversationId: null, isPaused: false, forms: [] },
  ...{ steps: 0, step: null, said: null, alone: null, ofRun: null },
};

const nodeEvent = /^(node_(started|finished|retry)|(iteration|loop)_(started|next|completed))$/;

/** Runs of the draft, and what they tell of each node. */
export class RunStore {
  readonly pins: PinStore;
  readonly #appId: string;
  readonly #state = createStore<RunState>()(() => none);
  readonly subscribe = this.#state.subscribe;
  readonly #nodeListeners = new Map<string, Set<() => void>>();
  readonly #nodes = new Map<string, NodeRun>();
  /** What nodes were given that ran alone since the last run, by node. */
  readonly given = new Map<string, Readonly<Record<string, unknown>>>();
  #leaving: AbortController | null = null;
  /** Told anew when a node has changed. */
  #ways: string | null = null;
  /** What the run has told so far, to be gone through again. */
  #told: RunEvent[] = [];
  /** Where in it something happened to a node. */
  #stops: number[] = [];

  constructor(appId: string) {
    this.#appId = appId;
    this.pins = new PinStore(appId);
  }

  get state(): RunState {
    return this.#state.getState();
  }

  /** Of `sys`: what the system gave the run; of `conversation`: what its variables are. */
  node(id: string): NodeRun | undefined {
    return this.#nodes.get(id);
  }

  /** `from to` of the ways that the run which is shown has taken, as far as nodes tell it; '' while none is shown whole. */
  get ways(): string {
    const { steps, ofRun } = this.state;
    if (steps === 0 && ofRun === null) return '';
    this.#ways ??= [...this.#nodes]
      .flatMap(([id, { cameFrom }]) => (cameFrom === null ? [] : [`${cameFrom} ${id}`]))
      .join('\n');
    return this.#ways;
  }

  subscribeNode(id: string, listener: () => void): () => void {
    const listeners = this.#nodeListeners.get(id) ?? new Set();
    this.#nodeListeners.set(id, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** What earlier runs of the draft left of each node; or what one run of the app did, which may have been another version of it. */
  async load(runId = ''): Promise<void> {
    const path = { app_id: this.#appId };
    const [nodes] = await Promise.all([
      runId === ''
        ? call.get('/console/api/apps/{app_id}/draft/nodes', { path }).then(({ data }) => data)
        : this.#pastNodes(runId),
      this.pins.load(),
    ]);
    for (const node of nodes) if (!this.#nodes.has(node.node_id)) this.#set(node.node_id, readNodeRun(node));
  }

  /** Shows the last values of the draft again. */
  async leaveRun(): Promise<void> {
    this.#change({ ofRun: null });
    this.given.clear();
    for (const id of this.#nodes.keys()) this.#set(id, undefined);
    await this.load();
  }

  /** The last time that each node ran in a run of this app. */
  async #pastNodes(runId: string): Promise<readonly Schemas['RunNode'][]> {
    const path = { run_id: runId };
    const ofRun = await call.get('/console/api/runs/{run_id}', { path });
    if (ofRun.app_id !== this.#appId) return [];
    const nodes = new Map<string, Schemas['RunNode']>();
    for (let after = 0, hasMore = true; hasMore; ) {
      const query = { values: true, after, limit: 500 };
      const page = await call.get('/console/api/runs/{run_id}/nodes', { path, query });
      for (const node of page.data) nodes.set(node.node_id, node);
      after = page.data.at(-1)?.index ?? after;
      hasMore = page.has_more && page.data.length > 0;
    }
    this.#change({ ofRun });
    return [...nodes.values()];
  }

  /** Starts a run; throws what the server refuses it for. */
  async run(body: RunBody): Promise<void> {
    for await (const _ of this.stream(body));
  }

  /** The same, told event by event, to the end of the run: past all that people are asked for in it. */
  async *stream(body: RunBody): AsyncGenerator<RunEvent> {
    this.stopReading();
    const leaving = new AbortController();
    this.#leaving = leaving;
    if (body.conversation_id === undefined) this.#set('conversation', undefined);
    [this.#told, this.#stops] = [[], []];
    this.given.clear();
    this.#change({ ...none, isRunning: true, conversationId: this.state.conversationId });
    // Somebody else may have pinned something.
    void this.pins.load().catch(() => {});
    for (const id of this.#nodes.keys()) if (id !== 'conversation') this.#set(id, undefined);
    try {
      const answer = await call.open('POST', '/console/api/apps/{app_id}/draft/run', {
        path: { app_id: this.#appId },
        ...{ body: { ...body, response_mode: 'streaming' }, signal: leaving.signal },
      });
      let waits = yield* this.#read(answer);
      // Where it waits for somebody its stream ends, and what follows is told by another.
      while (waits && this.#leaving === leaving) waits = yield* this.#read(await this.#follow(leaving.signal));
      if (this.#leaving === leaving) this.#change({ isRunning: false });
    } catch (error) {
      if (this.#leaving !== leaving) return;
      this.#change({ isRunning: false, status: 'failed' });
      throw error;
    }
  }

  /** Gives back whether it ends because the run waits. */
  async *#read(answer: Response): AsyncGenerator<RunEvent, boolean> {
    let waits = false;
    for await (const { data } of readEvents<RunEvent>(answer)) {
      waits = data.event === 'workflow_paused';
      this.#hear(data);
      yield data;
    }
    return waits;
  }

  #follow(signal: AbortSignal): Promise<Response> {
    const path = { app_id: this.#appId, run_id: this.state.runId ?? '' };
    return call.open('GET', '/console/api/apps/{app_id}/draft/runs/{run_id}/events', { path, signal });
  }

  /** Runs one node with these values, what is pinned of others, and what they gave last. */
  async runNode(id: string, values: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const before = this.#nodes.get(id);
    this.#set(id, { ...emptyNode, status: 'running' });
    this.given.set(id, values);
    try {
      const path = { app_id: this.#appId, node_id: id };
      const node = await call.post('/console/api/apps/{app_id}/draft/nodes/{node_id}/run', {
        path,
        body: { use_last: true, values, ...(this.state.ofRun !== null && { run_id: this.state.ofRun.id }) },
      });
      this.#set(id, readNodeRun(node));
      this.#change({ alone: { id } });
    } catch (error) {
      this.#set(id, before);
      throw error;
    }
  }

  async stop(): Promise<void> {
    const { runId } = this.state;
    if (runId !== null) await call.post('/console/api/runs/{run_id}/stop', { path: { run_id: runId } });
  }

  /** What is asked next begins a conversation. */
  forgetConversation(): void {
    this.stopReading();
    this.#set('conversation', undefined);
    this.#change({ isRunning: false, conversationId: null });
  }

  /** What the variables of a conversation are that is gone on with. */
  takeConversation(variables: NodeRun | undefined): void {
    this.#set('conversation', variables);
  }

  stopReading(): void {
    this.#leaving?.abort();
    this.#leaving = null;
  }

  /** Shows the run as it was after so many of its steps; past the last one it goes on as it goes on. */
  seek(step: number): void {
    const { steps } = this.state;
    const at = step >= steps ? null : Math.max(0, Math.trunc(step));
    const end = at === null ? this.#told.length : (this.#stops[at] ?? 0);
    const { isRunning, taskId, runId, conversationId } = this.state;
    this.#change({ ...none, isRunning, taskId, runId, conversationId, steps, step: at });
    for (const id of this.#nodes.keys()) if (id !== 'conversation') this.#set(id, undefined);
    for (const event of this.#told.slice(0, end)) this.#take(event);
    this.#change({ said: this.#saidBefore(at ?? steps) });
  }

  /** What the last of so many steps says. */
  #saidBefore(step: number): RunState['said'] {
    const told = this.#told[this.#stops[step - 1] ?? -1];
    if (told === undefined) return null;
    const { title, node_id: id } = told.data ?? {};
    return { event: told.event, title: typeof title === 'string' && title !== '' ? title : String(id ?? '') };
  }

  #hear(event: RunEvent): void {
    const isStep = typeof event.data?.node_id === 'string' && nodeEvent.test(event.event);
    if (isStep) this.#stops.push(this.#told.length);
    this.#told.push(event);
    const { length: steps } = this.#stops;
    if (isStep) this.#change({ steps });
    if (this.state.step === null) {
      if (isStep) this.#change({ said: this.#saidBefore(steps) });
      this.#take(event);
    } else this.#change({});
  }

  #take({ event, data = {}, ...rest }: RunEvent): void {
    const id = typeof data.node_id === 'string' ? data.node_id : null;
    if (rest.task_id !== undefined) this.#change({ taskId: rest.task_id });
    if (rest.workflow_run_id !== undefined) this.#change({ runId: rest.workflow_run_id });
    if (rest.conversation_id) this.#change({ conversationId: rest.conversation_id });
    if (event === 'message') this.#change({ answer: this.state.answer + (rest.answer ?? '') });
    else if (event === 'message_replace') this.#change({ answer: rest.answer ?? '' });
    else if (event === 'text_chunk') this.#change({ answer: this.state.answer + String(data.text ?? '') });
    else if (event === 'error') this.#change({ error: rest.message ?? '', status: 'failed' });
    else if (event === 'workflow_paused') this.#change({ isPaused: true, status: 'paused' });
    else if (event === 'workflow_finished') this.#finish(data);
    else if (event.startsWith('human_input_')) {
      const forms = formsAfter(this.state.forms, event, data);
      const isPaused = forms.some(({ state }) => state === 'open');
      this.#change({ forms, isPaused, ...(!isPaused && { status: null }) });
    } else {
      if (id !== null) this.#takeNode(event, id, data);
      this.#change({});
    }
  }

  #finish(data: Readonly<Record<string, unknown>>): void {
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    const count = (value: unknown) => (typeof value === 'number' ? value : null);
    this.#change({
      ...{ status: text(data.status), outputs: data.outputs ?? null, error: text(data.error) },
      ...{ elapsed: count(data.elapsed_time), tokens: count(data.total_tokens), isPaused: false },
    });
  }

  #takeNode(event: string, id: string, data: Readonly<Record<string, unknown>>): void {
    const before = this.#nodes.get(id) ?? emptyNode;
    if (/^(node|iteration|loop)_started$/.test(event)) {
      const cameFrom = cameFromIn(data) ?? before.cameFrom;
      this.#set(id, { ...before, status: 'running', inputs: data.inputs ?? before.inputs, cameFrom });
    } else if (/_next$/.test(event)) {
      this.#set(id, { ...before, rounds: before.rounds + 1 });
    } else if (event === 'node_retry') {
      this.#set(id, { ...before, status: 'retry', error: typeof data.error === 'string' ? data.error : null });
    } else if (/^(node_finished|(iteration|loop)_completed)$/.test(event)) {
      this.#set(id, { ...readNodeRun(data), cameFrom: cameFromIn(data) ?? before.cameFrom, rounds: before.rounds });
      const changed = updatedConversation(data);
      if (changed !== null)
        this.#set('conversation', {
          ...emptyNode,
          status: 'succeeded',
          outputs: { ...conversationOf(this.#nodes), ...changed },
        });
    }
  }

  #set(id: string, run: NodeRun | undefined): void {
    if (run === undefined) this.#nodes.delete(id);
    else this.#nodes.set(id, run);
    this.#ways = null;
    for (const listener of this.#nodeListeners.get(id) ?? []) listener();
    if (id === 'conversation') return;
    const system = systemValues(run?.outputs);
    if (run !== undefined && system !== null) this.#set('sys', { ...emptyNode, status: run.status, outputs: system });
  }

  #change(changes: Partial<RunState>): void {
    this.#state.setState(changes);
  }
}

const emptyNode: NodeRun = {
  ...{ status: 'running', error: null, inputs: null, outputs: null, process: null },
  ...{ elapsed: null, tokens: null, price: null, cameFrom: null, rounds: 0, isPinned: false },
};

type RunBody = BodyOf<'post', '/console/api/apps/{app_id}/draft/run'>;

/** What is known of the variables of the conversation. */
function conversationOf(nodes: ReadonlyMap<string, NodeRun>): object {
  const outputs = nodes.get('conversation')?.outputs;
  return typeof outputs === 'object' && outputs !== null ? outputs : {};
}

/** What the system gave a run, which the node it began at has among its outputs; null: none. */
function systemValues(outputs: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof outputs !== 'object' || outputs === null) return null;
  const found = Object.entries(outputs).filter(([name]) => name.startsWith('sys.'));
  return found.length === 0 ? null : Object.fromEntries(found.map(([name, value]) => [name.slice(4), value]));
}

function cameFromIn({ predecessor_node_id: id }: Readonly<Record<string, unknown>>): string | null {
  return typeof id === 'string' && id !== '' ? id : null;
}

function readNodeRun(data: Readonly<Record<string, unknown>> | Schemas['DraftNode'] | Schemas['RunNode']): NodeRun {
  const all = data as Readonly<Record<string, unknown>>;
  const meta = (all.execution_metadata ?? {}) as Readonly<Record<string, unknown>>;
  const { total_tokens: tokens, total_price: price, currency } = meta;
  return {
    status: (all.status as NodeRun['status'] | undefined) ?? 'succeeded',
    error: typeof all.error === 'string' && all.error !== '' ? all.error : null,
    ...{ inputs: all.inputs ?? null, outputs: all.outputs ?? null, process: all.process_data ?? null },
    elapsed: typeof all.elapsed_time === 'number' ? all.elapsed_time : null,
    tokens: typeof tokens === 'number' && tokens > 0 ? tokens : null,
    price: Number(price) > 0 ? `${String(price)} ${typeof currency === 'string' ? currency : ''}`.trim() : null,
    cameFrom: cameFromIn(all),
    rounds: 0,
    isPinned: meta.is_pinned === true,
  };
}

export function useRun(store: RunStore): RunState {
  return useSyncExternalStore(store.subscribe, () => store.state);
}

/** Only what shows this node is rendered again when something happens to it. */
export function useNodeRun(store: RunStore, id: string): NodeRun | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribeNode(id, listener),
    () => store.node(id),
  );
}
