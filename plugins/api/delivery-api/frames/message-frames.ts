import type { RunEvent, RunFinishedEvent } from '#engine';
import { unixSeconds } from '#http';
import type { AnnotationReply } from '#plugins/direct-answers/contract.ts';
import { AgentThoughts, idOf, type ThoughtChange } from './agent-thoughts.ts';
import { failureOf } from './failure.ts';
import { type RunFrameContext, sharedFrame, workflowFinishedData } from './run-frames.ts';
import { metadataJson } from './usage.ts';

export interface MessageFrameContext {
  readonly run: RunFrameContext;
  readonly taskId: string;
  readonly messageId: string;
  /** null: completion apps have no conversations. */
  readonly conversationId: string | null;
  readonly createdAt: number;
  /** Graph apps show their workflow events; chat and completion apps, compiled to a graph, only the message. */
  readonly isGraphApp: boolean;
  /** Apps of an agent show what it thinks. */
  readonly isAgentApp: boolean;
  /** Whether the app shows the sources it cites. */
  readonly showsCitations: boolean;
  /** What answered in place of the app. */
  readonly annotation?: AnnotationReply | null | undefined;
}

/** What the frames of a text have around it. */
interface TextFrame {
  readonly selector: Extract<RunEvent, { kind: 'chunk' }>['selector'];
  readonly start: string;
  readonly end: string;
}

/** Turns a chat or completion app's run events into the JSON texts of its stream (runtime API, streaming). */
export class MessageFrames {
  /** What an `error` event says of the message (runtime API, error event). */
  readonly identity: Readonly<Record<string, unknown>>;
  readonly #context: MessageFrameContext;
  readonly #identity: string;
  readonly #envelope: string;
  readonly #citations: string[] = [];
  readonly #thoughts = new AgentThoughts();
  /** Of the last chunk: those of one text mostly share their selector, and all but the text of their frames. */
  #text: TextFrame | null = null;

  constructor(context: MessageFrameContext) {
    this.#context = context;
    this.identity = {
      ...(context.conversationId !== null && { conversation_id: context.conversationId }),
      message_id: context.messageId,
      created_at: unixSeconds(context.createdAt),
    };
    this.#identity = inner(this.identity);
    this.#envelope = `${this.#identity},"task_id":"${context.taskId}"`;
  }

  map(events: readonly RunEvent[]): string[] {
    const frames: string[] = [];
    for (const event of events) this.#add(frames, event);
    return frames;
  }

  /** `workflow_finished` alone, for who asks after the end. */
  finished(end: RunFinishedEvent): string {
    return this.#graphFrame('workflow_finished', workflowFinishedData(this.#context.run, end));
  }

  /** `tts_message`; without a sound, `tts_message_end`. */
  sound(audio: string): string {
    return `{"event":"${audio === '' ? 'tts_message_end' : 'tts_message'}",${this.#envelope},"audio":"${audio}"}`;
  }

  #add(frames: string[], event: RunEvent): void {
    switch (event.kind) {
      case 'chunk':
        this.#addText(frames, event);
        return;
      case 'text-replaced':
        frames.push(
          `{"event":"message_replace",${this.#envelope},"id":"${this.#context.messageId}","answer":${JSON.stringify(event.text)},"reason":${JSON.stringify(event.reason ?? '')}}`,
        );
        return;
      case 'citations':
        if (this.#context.showsCitations) this.#citations.push(event.resources);
        return;
      case 'agent-log':
        if (this.#context.isAgentApp) this.#addThought(frames, this.#thoughts.note(event.data));
        else if (this.#context.isGraphApp) frames.push(this.#graphFrame('agent_log', event.data));
        return;
      case 'run-finished':
        this.#addEnd(frames, event);
        return;
      case 'reasoning':
        if (this.#context.isGraphApp) this.#addReasoning(frames, event);
        return;
      default: {
        const shared = this.#context.isGraphApp ? sharedFrame(event, this.#context.run) : null;
        if (shared !== null) frames.push(this.#graphFrame(...shared));
      }
    }
  }

  #addText(frames: string[], event: Extract<RunEvent, { kind: 'chunk' }>): void {
    if (this.#text === null || this.#text.selector !== event.selector) this.#text = this.#textFrame(event.selector);
    const { start, end } = this.#text;
    for (const delta of event.deltas) frames.push(start + JSON.stringify(delta) + end);
  }

  #textFrame(selector: TextFrame['selector']): TextFrame {
    const { isGraphApp, isAgentApp, messageId } = this.#context;
    const name = isAgentApp ? 'agent_message' : 'message';
    const start = `{"event":"${name}",${this.#envelope},"id":"${messageId}","answer":`;
    const from = isGraphApp ? JSON.stringify(selector) : 'null';
    return { selector, start, end: isAgentApp ? '}' : `,"from_variable_selector":${from}}` };
  }

  /** A step of the agent as far as it has come, then the files it brought. */
  #addThought(frames: string[], change: ThoughtChange | null): void {
    if (change === null) return;
    const { created_at: _, ...shown } = change.thought;
    frames.push(`{"event":"agent_thought",${this.#envelope},${inner(shown)}}`);
    for (const file of change.files) {
      const { type, url, remote_url: remote } = file as { type?: unknown; url?: unknown; remote_url?: unknown };
      const fields = { id: idOf(file), type: type ?? 'custom', belongs_to: 'assistant', url: url || remote || '' };
      frames.push(`{"event":"message_file",${this.#envelope},${inner(fields)}}`);
    }
  }

  #addReasoning(frames: string[], event: Extract<RunEvent, { kind: 'reasoning' }>): void {
    for (const [index, delta] of event.deltas.entries()) {
      const isFinal = event.isFinal && index === event.deltas.length - 1;
      const data = { message_id: this.#context.messageId, reasoning: delta, node_id: event.nodeId, is_final: isFinal };
      frames.push(`{"event":"reasoning_chunk",${this.#envelope},"data":${JSON.stringify(data)}}`);
    }
  }

  /** Success and stop: `message_end`, then `workflow_finished`. Failure: `workflow_finished`, then `error`. */
  #addEnd(frames: string[], end: RunFinishedEvent): void {
    const { isGraphApp, messageId } = this.#context;
    const finished = isGraphApp ? [this.finished(end)] : [];
    if (end.status === 'failed') {
      frames.push(...finished, `{"event":"error",${this.#identity},${inner(failureOf(end, isGraphApp))}}`);
      return;
    }
    const metadata = metadataJson(
      { usage: end.usage, citations: this.#citations, annotation: this.#context.annotation },
      true,
    );
    const files = isGraphApp ? end.files : 'null';
    frames.push(
      `{"event":"message_end",${this.#envelope},"id":"${messageId}","metadata":${metadata},"files":${files}}`,
      ...finished,
    );
  }

  #graphFrame(name: string, data: string): string {
    const run = name === 'agent_log' ? '' : `,"workflow_run_id":"${this.#context.run.runId}"`;
    return `{"event":"${name}",${this.#envelope}${run},"data":${data}}`;
  }
}

/** The members of an object as JSON text, without its braces. */
function inner(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
