import { randomBytes } from 'node:crypto';
import { endsExecution, type FramePosition, type RunEvent, spanIdOf } from '#engine';
import { currentTime, TransientMap } from '#kernel';
import type { MeteredRun, ModelCall } from '#plugins/models/contract.ts';
import type { BeginningRun, RunEnd } from '#plugins/runs/contract.ts';
import { toolCallSpan } from './agent-steps.ts';
import { contentOf, cut } from './content.ts';
import { beginTrace, type RunTrace } from './run-trace.ts';
import type { FinishedSpan } from './span.ts';
import { modelNaming, nodeNaming } from './span-names.ts';

export interface TracerOptions {
  readonly share: number;
  readonly content: boolean;
  /** Takes spans that are over; at once, and never throws. */
  readonly add: (span: FinishedSpan) => void;
}

type NodeFinished = Extract<RunEvent, { kind: 'node-finished' }>;

/** Makes spans of what happens in runs: one for the run, beneath it its nodes, beneath those their models and tools. */
export class Tracer {
  readonly #options: TracerOptions;
  readonly #traces = new TransientMap<string, RunTrace>();

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  begin(run: BeginningRun): string {
    const { traceparent, trace } = beginTrace(run, this.#options.share);
    if (trace !== null) this.#traces.set(run.runId, trace);
    return traceparent;
  }

  onEvents(runId: string, events: readonly RunEvent[]): void {
    const trace = this.#traces.get(runId);
    if (trace === undefined) return;
    for (const event of events) this.#note(trace, event);
    const last = events.at(-1);
    if (!endsExecution(last)) return;
    this.#traces.delete(runId);
    this.#options.add(this.#runSpan(trace, last));
  }

  modelCalled(call: ModelCall, run: MeteredRun | null): void {
    const trace = run === null ? null : this.#traces.get(run.runId);
    // Of a run that is not traced, or is over.
    if (trace === undefined) return;
    const parentId = call.executionId === null ? (trace?.spanId ?? null) : spanIdOf(call.executionId);
    const { name, attributes } = modelNaming(call);
    this.#options.add({
      traceId: trace?.traceId ?? randomBytes(16).toString('hex'),
      spanId: call.spanId,
      parentId: trace === null ? null : parentId,
      name,
      kind: 'client',
      startedAt: call.startedAt,
      elapsed: call.elapsed,
      error: call.error,
      attributes,
    });
  }

  /** The process ends: runs that are left go on elsewhere. */
  close(): void {
    for (const trace of this.#traces.values()) this.#options.add(this.#runSpan(trace, null));
    this.#traces.clear();
  }

  #note(trace: RunTrace, event: RunEvent): void {
    switch (event.kind) {
      case 'node-started':
        if (event.nodeType === 'iteration' || event.nodeType === 'loop')
          trace.containers.set(`${event.position?.path ?? ''}${event.nodeId}`, event.executionId);
        return;
      case 'node-retry': {
        const before = trace.retries.get(event.executionId) ?? [];
        const failed = { at: event.finishedAt, error: event.errorType ?? 'error' };
        trace.retries.set(event.executionId, [...before, failed]);
        return;
      }
      case 'agent-log': {
        const span = toolCallSpan(event.data, this.#options.content);
        if (span === null) return;
        this.#options.add({ ...span, traceId: trace.traceId, parentId: spanIdOf(event.executionId) });
        return;
      }
      case 'node-finished':
        this.#options.add(this.#nodeSpan(trace, event));
        trace.retries.delete(event.executionId);
    }
  }

  #nodeSpan(trace: RunTrace, event: NodeFinished): FinishedSpan {
    const { content } = this.#options;
    const { name, attributes } = nodeNaming(event.nodeType, event.title);
    const hasFailed = event.status === 'failed' || event.status === 'exception';
    return {
      traceId: trace.traceId,
      spanId: spanIdOf(event.executionId),
      parentId: parentOf(trace, event.position),
      name,
      kind: 'internal',
      startedAt: event.startedAt,
      elapsed: event.elapsed,
      error: hasFailed ? (event.errorType ?? event.status) : null,
      errorText: content && event.error !== null ? cut(event.error) : undefined,
      attributes: {
        ...attributes,
        'weft.node.id': event.nodeId,
        'weft.node.type': event.nodeType,
        'weft.node.title': event.title,
        'weft.node.status': event.status,
        'weft.node.execution_id': event.executionId,
        ...(event.position !== null && { 'weft.node.path': event.position.path }),
        ...(content && contentOf(event)),
      },
      events: (trace.retries.get(event.executionId) ?? []).map(({ at, error }) => ({
        name: 'retry',
        at,
        attributes: { 'error.type': error },
      })),
    };
  }

  #runSpan({ run, traceId, spanId, parentId, startedAt }: RunTrace, end: RunEnd | null): FinishedSpan {
    const isOver = end?.kind === 'run-finished';
    const status = isOver ? end.status : end === null ? 'suspended' : 'paused';
    return {
      traceId,
      spanId,
      parentId,
      isParentRemote: true,
      name: `run ${run.mode}`,
      kind: 'server',
      startedAt,
      elapsed: Math.max(0, currentTime() - startedAt) / 1_000,
      error: isOver && end.status === 'failed' ? (end.errorCode ?? 'failed') : null,
      errorText: isOver && this.#options.content && end.error !== null ? cut(end.error) : undefined,
      attributes: {
        'weft.run.id': run.runId,
        'weft.run.status': status,
        'weft.run.source': run.triggeredFrom,
        'weft.workspace.id': run.workspaceId,
        'weft.app.id': run.appId,
        'weft.app.mode': run.mode,
        'user.id': run.createdBy.id,
        ...(end !== null && { 'weft.run.steps': end.totalSteps, 'weft.run.tokens': end.totalTokens }),
      },
    };
  }
}

/** The container around, as the path says (`outer:0/inner:2/`), else the run. */
function parentOf(trace: RunTrace, position: FramePosition | null): string {
  const container = /^(.*\/)?(.+):\d+\/$/s.exec(position?.path ?? '');
  const execution = container && trace.containers.get(`${container[1] ?? ''}${container[2]}`);
  return execution ? spanIdOf(execution) : trace.spanId;
}
