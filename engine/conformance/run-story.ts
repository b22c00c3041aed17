/** What a stream told of a run, and what in the telling breaks the contract (runtime API, streaming). */
import { type Mapping, mappingAt, textAt, valueAt } from '#engine/dsl/tree.ts';
import { isMapping } from '#engine/run/values/value.ts';
import type { StreamedEvent } from './read-frames.ts';

export interface NodeEnd {
  /** Of this execution. */
  readonly id: string;
  readonly nodeId: string;
  readonly type: string;
  readonly status: string;
  readonly error: string | null;
  /** Null as streams tell it: the record of the run knows. */
  readonly errorType: string | null;
  readonly outputs: Mapping;
  /** Inside an iteration or a loop. */
  readonly isInside: boolean;
}

export interface RunStory {
  /** `none`: the stream told no end. */
  readonly status: string;
  readonly error: string | null;
  /** Of the error event: `internal_server_error` is the server's own failure. */
  readonly errorCode: string | null;
  /** Code of what failed, with its plugin. Null as streams tell it: the record of the run knows. */
  readonly failureCode: string | null;
  readonly runId: string;
  readonly taskId: string;
  readonly conversationId: string;
  /** Everything that was streamed, in one piece; null when it was replaced on the way. */
  readonly text: string | null;
  readonly outputs: Mapping;
  readonly nodes: readonly NodeEnd[];
  readonly problems: readonly string[];
}

export function readStory(events: readonly StreamedEvent[], mode: string): RunStory {
  const isGraph = isGraphMode(mode);
  const problems = [
    ...(isGraph ? graphEndProblems(events, mode) : messageEndProblems(events)),
    ...soundProblems(events),
    ...constantProblems(events),
    ...(isGraph ? [...pairProblems(events), ...roundProblems(events)] : []),
  ];
  return { ...readFacts(events, mode), problems };
}

/** A run that was joined in its middle: it must end once, and the rest is not all there. */
export function readContinuation(events: readonly StreamedEvent[], mode: string): RunStory {
  const ends = events.filter(({ event }) => event === 'workflow_finished' || event === 'workflow_paused');
  const problems = ends.length === 1 ? [] : [`a joined run has ${ends.length} ends`];
  return { ...readFacts(events, mode), text: null, problems };
}

function isGraphMode(mode: string): boolean {
  return mode === 'workflow' || mode === 'advanced-chat';
}

function readFacts(events: readonly StreamedEvent[], mode: string): Omit<RunStory, 'problems'> {
  const isGraph = isGraphMode(mode);
  const finished = events.find(({ event }) => event === 'workflow_finished' || event === 'workflow_paused');
  const data = mappingAt(finished, 'data');
  const failure = events.find(({ event }) => event === 'error');
  const messageStatus = failure !== undefined ? 'failed' : has(events, 'message_end') ? 'succeeded' : 'none';
  const first = events.find((event) => textAt(event, 'task_id') !== '');
  return {
    status: isGraph ? textAt(data, 'status', 'none') : messageStatus,
    error: failure === undefined ? textAt(data, 'error') || null : textAt(failure, 'message'),
    errorCode: failure === undefined ? null : textAt(failure, 'code'),
    failureCode: null,
    runId: textAt(data, 'id') || textAt(data, 'workflow_run_id'),
    taskId: textAt(first, 'task_id'),
    conversationId: textAt(first, 'conversation_id'),
    text: streamedText(events),
    outputs: mappingAt(data, 'outputs'),
    nodes: events.filter(isNodeEnd).map(nodeEnd),
  };
}

function has(events: readonly StreamedEvent[], name: string): boolean {
  return events.some(({ event }) => event === name);
}

function streamedText(events: readonly StreamedEvent[]): string | null {
  let text = '';
  for (const event of events) {
    if (event.event === 'message_replace' || event.event === 'text_replace') return null;
    if (event.event === 'message' || event.event === 'agent_message') text += textAt(event, 'answer');
    if (event.event === 'text_chunk') text += textAt(valueAt(event, 'data'), 'text');
  }
  return text;
}

const nodeEnds = ['node_finished', 'iteration_completed', 'loop_completed'];

function isNodeEnd({ event }: StreamedEvent): boolean {
  return nodeEnds.includes(event);
}

function nodeEnd(event: StreamedEvent): NodeEnd {
  const data = mappingAt(event, 'data');
  return {
    id: textAt(data, 'id'),
    nodeId: textAt(data, 'node_id'),
    type: textAt(data, 'node_type'),
    status: textAt(data, 'status'),
    error: textAt(data, 'error') || null,
    errorType: null,
    outputs: mappingAt(data, 'outputs'),
    isInside: containerOf(data) !== '',
  };
}

function containerOf(data: unknown): string {
  return textAt(data, 'iteration_id') || textAt(data, 'loop_id');
}

/** The names of the last events, from the first one that ends something. Spoken answers go on behind the end. */
function ending(events: readonly StreamedEvent[]): string {
  const ends = ['message_end', 'workflow_finished', 'workflow_paused', 'error'];
  const at = events.findIndex(({ event }) => ends.includes(event));
  return at < 0
    ? ''
    : events
        .slice(at)
        .map(({ event }) => event)
        .filter((name) => !sounds.includes(name))
        .join(' ');
}

const sounds = ['tts_message', 'tts_message_end'];

function soundProblems(events: readonly StreamedEvent[]): string[] {
  const at = events.findIndex(({ event }) => event === 'tts_message_end');
  return at < 0 || at === events.length - 1 ? [] : [`${events[at + 1]?.event} comes after tts_message_end`];
}

function messageEndProblems(events: readonly StreamedEvent[]): string[] {
  const end = ending(events);
  return end === 'message_end' || end === 'error'
    ? []
    : [`the stream ends with '${end}', not with one message_end or error`];
}

function graphEndProblems(events: readonly StreamedEvent[], mode: string): string[] {
  const problems =
    events[0]?.event === 'workflow_started' ? [] : [`the first event is ${events[0]?.event ?? 'missing'}`];
  const finished = events.find(({ event }) => event === 'workflow_finished');
  const isFailed = textAt(valueAt(finished, 'data'), 'status') === 'failed';
  const success = mode === 'workflow' ? 'workflow_finished' : 'message_end workflow_finished';
  const expected = isFailed ? 'workflow_finished error' : finished === undefined ? 'workflow_paused' : success;
  const end = ending(events);
  if (end !== expected) problems.push(`the stream ends with '${end}', not with '${expected}'`);
  return problems;
}

/** One task, one run, one message per stream. */
function constantProblems(events: readonly StreamedEvent[]): string[] {
  return ['task_id', 'workflow_run_id', 'message_id', 'conversation_id', 'created_at'].flatMap((field) => {
    const values = new Set(events.map((event) => textAt(event, field)).filter((text) => text !== ''));
    return values.size > 1 ? [`${field} changes within the stream`] : [];
  });
}

interface Execution {
  readonly name: string;
  state: 'open' | 'over';
}

/** Everything that started finishes once, and nothing happens to what is not open. */
function pairProblems(events: readonly StreamedEvent[]): string[] {
  const problems: string[] = [];
  const executions = new Map<string, Execution>();
  for (const { event, data } of events) {
    const match = /^(node|iteration|loop)_(started|finished|completed|retry|next)$/.exec(event);
    if (match === null || !isMapping(data)) continue;
    const key = `${match[1]} ${textAt(data, 'id')}`;
    const name = `${textAt(data, 'node_type')} ${textAt(data, 'node_id')}`;
    const known = executions.get(key);
    if (match[2] === 'started') {
      if (known !== undefined) problems.push(`${name}: a second ${event}`);
      else executions.set(key, { name, state: 'open' });
    } else if (known?.state !== 'open') {
      problems.push(`${name}: ${event} ${known === undefined ? 'without a start' : 'after its end'}`);
    } else if (match[2] === 'finished' || match[2] === 'completed') {
      known.state = 'over';
    }
  }
  if (has(events, 'workflow_paused')) return problems;
  const open = [...executions.values()].filter(({ state }) => state === 'open');
  return [...problems, ...open.map(({ name }) => `${name}: started and never finished`)];
}

/** What happens inside a container happens between its start and its end; rounds are told in order. */
function roundProblems(events: readonly StreamedEvent[]): string[] {
  const problems: string[] = [];
  /** By execution: the same container may run several times at once, in the rounds of another. */
  const open = new Map<string, { readonly nodeId: string; round: number }>();
  for (const { event, data } of events) {
    if (!isMapping(data)) continue;
    const nodeId = textAt(data, 'node_id');
    const id = textAt(data, 'id');
    if (/^(iteration|loop)_started$/.test(event)) open.set(id, { nodeId, round: -1 });
    if (/^(iteration|loop)_completed$/.test(event)) open.delete(id);
    const running = open.get(id);
    if (/^(iteration|loop)_next$/.test(event) && running !== undefined) {
      const round = Number(valueAt(data, 'index'));
      if (round <= running.round) problems.push(`${nodeId}: round ${round} is told after round ${running.round}`);
      running.round = round;
    }
    const container = containerOf(data);
    const isOpen = [...open.values()].some((execution) => execution.nodeId === container);
    if (/^node_/.test(event) && container !== '' && !isOpen) {
      problems.push(`${textAt(data, 'node_type')} ${nodeId}: ${event} outside of its container ${container}`);
    }
  }
  return problems;
}
