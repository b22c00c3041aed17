import type { RunEvent, RunFinishedEvent } from '#engine';
import { unixSeconds } from '#http';
import { currentTime } from '#kernel';
import { failureOf } from './failure.ts';
import { type RunFrameContext, sharedFrame, workflowFinishedData } from './run-frames.ts';

/** Turns a workflow app's run events into the JSON texts of its stream (runtime API, streaming). */
export class WorkflowFrames {
  /** What an `error` event says of the run (runtime API, error event). */
  readonly identity: Readonly<Record<string, unknown>>;
  readonly #context: RunFrameContext;
  /** What every event carries besides its name, without the opening brace. */
  readonly #envelope: string;

  constructor(context: RunFrameContext, taskId: string) {
    this.identity = { workflow_run_id: context.runId };
    this.#context = context;
    this.#envelope = `"workflow_run_id":"${context.runId}","task_id":"${taskId}"`;
  }

  map(events: readonly RunEvent[]): string[] {
    const frames: string[] = [];
    for (const event of events) this.#add(frames, event);
    return frames;
  }

  /** `workflow_finished` alone, for who asks after the end. */
  finished(end: RunFinishedEvent): string {
    return this.#frame('workflow_finished', workflowFinishedData(this.#context, end));
  }

  /** `tts_message`; without a sound, `tts_message_end`. */
  sound(audio: string): string {
    const name = audio === '' ? 'tts_message_end' : 'tts_message';
    return `{"event":"${name}",${this.#envelope},"created_at":${unixSeconds(currentTime())},"audio":"${audio}"}`;
  }

  #add(frames: string[], event: RunEvent): void {
    if (event.kind === 'chunk') {
      const start = `{"event":"text_chunk",${this.#envelope},"data":{"text":`;
      const end = `,"from_variable_selector":${JSON.stringify(event.selector)}}}`;
      for (const delta of event.deltas) frames.push(start + JSON.stringify(delta) + end);
      return;
    }
    if (event.kind === 'text-replaced') {
      frames.push(this.#frame('text_replace', `{"text":${JSON.stringify(event.text)}}`));
      return;
    }
    if (event.kind === 'reasoning') {
      for (const [index, delta] of event.deltas.entries()) {
        const isFinal = event.isFinal && index === event.deltas.length - 1;
        const data = { message_id: null, reasoning: delta, node_id: event.nodeId, is_final: isFinal };
        frames.push(this.#frame('reasoning_chunk', JSON.stringify(data)));
      }
      return;
    }
    if (event.kind === 'run-finished') {
      frames.push(this.finished(event));
      if (event.status === 'failed') {
        const failure = { event: 'error', ...this.identity, ...failureOf(event, true) };
        frames.push(JSON.stringify(failure));
      }
      return;
    }
    const shared = sharedFrame(event, this.#context);
    if (shared !== null) frames.push(this.#frame(...shared));
  }

  #frame(name: string, data: string): string {
    return `{"event":"${name}",${this.#envelope},"data":${data}}`;
  }
}
