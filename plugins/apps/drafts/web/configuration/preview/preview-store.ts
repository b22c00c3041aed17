import { createStore } from 'zustand/vanilla';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { formsAfter, type RunForm } from '#plugins/drafts/web/run/run-events.ts';
import { call } from '#plugins/studio/web/contract.tsx';
import { type BodyOf, readEvents } from '#plugins/ui/web/contract.ts';
import type { KeptConversation } from './kept-conversations.ts';

export interface Question {
  readonly query: string;
  readonly inputs: Mapping;
  /** As `files` of a run has them. */
  readonly files: readonly Mapping[];
}

export interface Thought {
  readonly id: string;
  readonly thought: string;
  readonly tool: string;
  readonly input: string;
  readonly observation: string;
}

/** A node that ran for an answer. */
export interface TurnStep {
  readonly id: string;
  readonly nodeId: string;
  readonly title: string;
  /** `running`, or as nodes end. */
  readonly status: string;
  /** Seconds. */
  readonly elapsed: number | null;
}

/** A passage that an answer is made of. */
export interface Source {
  readonly name: string;
  readonly content: string;
}

/** A question, and what became of it. */
export interface Turn {
  readonly id: number;
  /** null: none is kept of it, as far as is known. */
  readonly messageId: string | null;
  /** The message it follows; null: it is the first. */
  readonly parentId: string | null;
  readonly question: Question;
  /** `waiting`: for somebody to fill in a form. */
  readonly status: 'running' | 'waiting' | 'done' | 'failed' | 'stopped';
  readonly answer: string;
  readonly thoughts: readonly Thought[];
  readonly sources: readonly Source[];
  readonly steps: readonly TurnStep[];
  readonly forms: readonly RunForm[];
  /** Behind how much of the answer each form was asked. */
  readonly formPlaces: readonly number[];
  readonly runId: string | null;
  readonly error: unknown;
  readonly tokens: number | null;
  readonly price: string | null;
  /** Seconds. */
  readonly elapsed: number | null;
}

export interface PreviewState {
  readonly turns: readonly Turn[];
  readonly isRunning: boolean;
}

const blank = {
  ...{ status: 'running' as const, answer: '', thoughts: [], sources: [], error: undefined },
  ...{ tokens: null, price: null, elapsed: null, messageId: null, steps: [], forms: [], formPlaces: [], runId: null },
};

/** As a parent: the conversation begins anew. */
const NONE = '00000000-0000-0000-0000-000000000000';

type RunBody = BodyOf<'post', '/console/api/apps/{app_id}/draft/run'>;
/** Runs the draft, and tells what it tells. */
type Asking = (body: RunBody, signal: AbortSignal) => AsyncIterable<Mapping>;

/** Asks the draft of an app that has no graph to be drawn. */
function askingOf(appId: string): Asking {
  return async function* (body, signal) {
    const answer = await call.open('POST', '/console/api/apps/{app_id}/draft/run', {
      path: { app_id: appId },
      body: { ...body, response_mode: 'streaming' },
      signal,
    });
    for await (const { data } of readEvents<Mapping>(answer)) yield data;
  };
}

/** Talks to the draft of an app. */
export class PreviewStore {
  readonly #appId: string;
  readonly #asking: Asking;
  readonly #state = createStore<PreviewState>()(() => ({ turns: [], isRunning: false }));
  readonly subscribe = this.#state.subscribe;
  #conversationId: string | null = null;
  #taskId: string | null = null;
  #reading: AbortController | null = null;
  #isStopAsked = false;
  #next = 0;

  /** `kept`: goes on with it. */
  constructor(appId: string, asking: Asking = askingOf(appId), kept?: Omit<KeptConversation, 'variables'>) {
    this.#appId = appId;
    this.#asking = asking;
    if (kept === undefined) return;
    this.#conversationId = kept.conversationId;
    this.#next = kept.turns.length;
    this.#show({ turns: kept.turns.map((turn, id) => ({ ...turn, id })) });
  }

  /** What is there of the conversation when nobody listens any more; runs go on, and their pages tell how. */
  kept(): Omit<KeptConversation, 'variables'> {
    const turns = this.state.turns.map((turn) =>
      turn.status === 'running' || turn.status === 'waiting' ? { ...turn, status: 'done' as const } : turn,
    );
    return { conversationId: this.#conversationId, turns };
  }

  get state(): PreviewState {
    return this.#state.getState();
  }

  /** Asks anew what a turn asked, after what came before it: the model does not know of the first answer. */
  again(turn: Turn, isChat: boolean): Promise<void> {
    return this.#ask(turn.question, isChat, turn.parentId);
  }

  /** `isChat`: with those before it; else it stands alone. What fails is told by its turn. */
  ask(question: Question, isChat: boolean): Promise<void> {
    return this.#ask(
      question,
      isChat,
      this.state.turns.findLast(({ messageId }) => messageId !== null)?.messageId ?? null,
    );
  }

  async #ask(question: Question, isChat: boolean, parentId: string | null): Promise<void> {
    if (this.state.isRunning) return;
    const reading = new AbortController();
    this.#reading = reading;
    [this.#taskId, this.#isStopAsked] = [null, false];
    const id = this.#next++;
    const turns = isChat ? this.state.turns : [];
    this.#show({ turns: [...turns, { ...blank, id, question, parentId }], isRunning: true });
    const { query, inputs, files } = question;
    try {
      const body = {
        inputs,
        ...(files.length > 0 && { files }),
        ...(isChat && { query }),
        ...(isChat &&
          this.#conversationId !== null && {
            conversation_id: this.#conversationId,
            parent_message_id: parentId ?? NONE,
          }),
      };
      for await (const event of this.#asking(body, reading.signal)) this.#take(id, event);
      // A run that waits is told further for as long as somebody listens.
      if (/^(running|waiting)$/.test(this.#turn(id)?.status ?? ''))
        this.#change(id, { status: this.#isStopAsked ? 'stopped' : 'done' });
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#change(id, { status: 'failed', error });
    }
    if (this.#reading === reading) this.#show({ isRunning: false });
  }

  /** Stops what runs; what has come of the answer stays. Throws what the server refuses it for. */
  async stop(): Promise<void> {
    this.#isStopAsked = true;
    const taskId = this.#taskId;
    const query = { app_id: this.#appId, status: 'running' as const, limit: 100 };
    const { data } = await call.get('/console/api/runs', { query });
    const run = data.find((each) => each.task_id === taskId);
    if (run !== undefined) await call.post('/console/api/runs/{run_id}/stop', { path: { run_id: run.id } });
  }

  /** A new conversation. */
  clear(): void {
    this.close();
    this.#conversationId = null;
    this.#show({ turns: [], isRunning: false });
  }

  /** Nobody listens any more; runs go on. */
  close(): void {
    this.#reading?.abort();
    this.#reading = null;
  }

  #take(id: number, event: Mapping): void {
    const turn = this.#turn(id);
    if (turn === undefined) return;
    if (typeof event.task_id === 'string') this.#taskId = event.task_id;
    if (typeof event.conversation_id === 'string') this.#conversationId = event.conversation_id;
    const change = this.#changeBy(turn, event) ?? changeByRun(turn, event);
    const messageId = typeof event.message_id === 'string' ? event.message_id : turn.messageId;
    if (change !== null || messageId !== turn.messageId) this.#change(id, { ...change, messageId });
  }

  #changeBy(turn: Turn, event: Mapping): Partial<Turn> | null {
    const { answer, thoughts } = turn;
    switch (event.event) {
      case 'message':
      case 'agent_message':
        return { answer: answer + text(event.answer) };
      case 'message_replace':
        return { answer: text(event.answer) };
      case 'agent_thought':
        return { thoughts: withThought(thoughts, event) };
      case 'message_end':
        return {
          ...readEnd(event.metadata),
          ...(turn.status !== 'failed' && { status: this.#isStopAsked ? 'stopped' : 'done' }),
        };
      case 'error':
        return { status: 'failed', error: new Error(text(event.message)) };
      default:
        return null;
    }
  }

  #turn(id: number): Turn | undefined {
    return this.state.turns.find((each) => each.id === id);
  }

  #change(id: number, changes: Partial<Turn>): void {
    this.#show({ turns: this.state.turns.map((each) => (each.id === id ? { ...each, ...changes } : each)) });
  }

  #show(changes: Partial<PreviewState>): void {
    this.#state.setState(changes);
  }
}

/** What a graph tells of its nodes, and of what it asks people for. */
function changeByRun(turn: Turn, event: Mapping): Partial<Turn> | null {
  const name = text(event.event);
  const data = isMapping(event.data) ? event.data : {};
  if (name === 'workflow_started') return { runId: text(event.workflow_run_id) || null };
  if (name.startsWith('human_input_')) {
    const forms = formsAfter(turn.forms, name, data);
    const formPlaces = forms.map((_, at) => turn.formPlaces[at] ?? turn.answer.length);
    return { forms, formPlaces, status: forms.some(({ state }) => state === 'open') ? 'waiting' : 'running' };
  }
  if (name === 'workflow_finished' && (data.status === 'failed' || data.status === 'stopped'))
    return data.status === 'stopped' ? { status: 'stopped' } : { status: 'failed', error: new Error(text(data.error)) };
  if (/^(node|iteration|loop)_(started|finished|completed)$/.test(name))
    return { steps: withStep(turn.steps, name, data) };
  return null;
}

function withStep(steps: readonly TurnStep[], name: string, data: Mapping): readonly TurnStep[] {
  const step: TurnStep = {
    ...{ id: text(data.id) || text(data.node_id), nodeId: text(data.node_id), title: text(data.title) },
    status: name.endsWith('_started') ? 'running' : text(data.status) || 'succeeded',
    elapsed: typeof data.elapsed_time === 'number' ? data.elapsed_time : null,
  };
  const at = steps.findLastIndex(({ id }) => id === step.id);
  return at < 0 ? [...steps, step] : steps.with(at, { ...step, title: step.title || (steps[at]?.title ?? '') });
}

function withThought(thoughts: readonly Thought[], event: Mapping): readonly Thought[] {
  const next: Thought = {
    ...{ id: text(event.id), thought: text(event.thought), tool: text(event.tool) },
    ...{ input: text(event.tool_input), observation: text(event.observation) },
  };
  const at = thoughts.findIndex(({ id }) => id === next.id);
  return at < 0 ? [...thoughts, next] : thoughts.with(at, next);
}

function readEnd(metadata: unknown): Partial<Turn> {
  const { usage, retriever_resources: resources } = isMapping(metadata) ? metadata : {};
  const { total_tokens: tokens, total_price: price, currency, latency } = isMapping(usage) ? usage : {};
  const sources = list(resources)
    .filter(isMapping)
    .map((each) => ({
      name: text(each.document_name || each.dataset_name),
      content: text(each.content),
    }));
  return {
    tokens: typeof tokens === 'number' && tokens > 0 ? tokens : null,
    price: Number(price) > 0 ? `${text(price)} ${text(currency)}`.trim() : null,
    elapsed: typeof latency === 'number' ? latency : null,
    sources: sources.filter(({ name }) => name !== ''),
  };
}
