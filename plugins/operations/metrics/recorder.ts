import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RunEvent } from '#engine';
import type { ObservedAnswer } from '#http';
import type { CommittedBatch } from '#plugins/database/contract.ts';
import type { ModelCall } from '#plugins/models/contract.ts';
import type { EndedRun } from '#plugins/runs/contract.ts';
import { BoundedLabels } from './bounded-labels.ts';

const answerSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const runSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200, 3600];
const nodeSeconds = [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const modelSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const batchRows = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];

/** Models and node types that are told apart. */
const MAX_MODELS = 100;
const MAX_NODE_TYPES = 100;

interface Observed {
  observe(seconds: number): void;
}

/** Everything that is counted as it happens. What can be asked at any time is in `gauges.ts`. */
export class Recorder {
  readonly registry = new Registry();
  readonly #answers = this.#histogram('weft_http_request_duration_seconds', 'Time to answer, by route', answerSeconds, [
    'route',
    'method',
    'status',
  ] as const);
  readonly #runs = this.#counter('weft_runs_total', 'Runs that ended, or wait for people', [
    'mode',
    'status',
    'source',
  ] as const);
  readonly #runTimes = this.#histogram('weft_run_duration_seconds', 'Time of runs that ended', runSeconds, [
    'mode',
  ] as const);
  readonly #nodes = this.#histogram('weft_node_duration_seconds', 'Time of node executions', nodeSeconds, [
    'type',
    'status',
  ] as const);
  readonly #calls = this.#counter('weft_model_calls_total', 'Calls of models', [
    'provider',
    'model',
    'type',
    'outcome',
  ] as const);
  readonly #callTimes = this.#histogram('weft_model_call_duration_seconds', 'Time of calls of models', modelSeconds, [
    'provider',
    'model',
  ] as const);
  readonly #firstTokens = this.#histogram(
    'weft_model_time_to_first_token_seconds',
    'Time until a model says something',
    modelSeconds,
    ['provider', 'model'] as const,
  );
  readonly #tokens = this.#counter('weft_model_tokens_total', 'Tokens that models read and wrote', [
    'provider',
    'model',
    'direction',
  ] as const);
  readonly #kinds = this.#counter(
    'weft_model_token_kinds_total',
    'Tokens among those of weft_model_tokens_total that were read from caches, written into them, or thoughts',
    ['provider', 'model', 'kind'] as const,
  );
  readonly #batches = this.#histogram('weft_journal_batch_rows', 'Rows written together', batchRows, [] as const);
  readonly #batchTimes = this.#histogram(
    'weft_journal_batch_duration_seconds',
    'Time to write them',
    answerSeconds,
    [],
  );
  readonly #models = new BoundedLabels(MAX_MODELS);
  readonly #types = new BoundedLabels(MAX_NODE_TYPES);
  /** Finding the time series of three labels costs more than adding to it. */
  readonly #ofRoutes = new Map<string, Observed>();
  readonly #ofNodes = new Map<string, Observed>();

  constructor({ version }: { readonly version: string }) {
    collectDefaultMetrics({ register: this.registry });
    const info = { name: 'weft_build_info', help: 'Version of the server', labelNames: ['version'] as const };
    new Gauge({ ...info, registers: [this.registry] }).set({ version }, 1);
  }

  answered({ route, status, elapsed }: ObservedAnswer): void {
    const key = `${route.id} ${status}`;
    let series = this.#ofRoutes.get(key);
    if (series === undefined) {
      series = this.#answers.labels({ route: route.path, method: route.method, status: String(status) });
      this.#ofRoutes.set(key, series);
    }
    series.observe(elapsed / 1000);
  }

  runEnded({ mode, triggeredFrom: source, end }: EndedRun): void {
    const isOver = end.kind === 'run-finished';
    this.#runs.inc({ mode, status: isOver ? end.status : 'paused', source });
    if (isOver) this.#runTimes.observe({ mode }, end.elapsed);
  }

  nodes(events: readonly RunEvent[]): void {
    for (const event of events) if (event.kind === 'node-finished') this.#node(event);
  }

  modelCalled(call: ModelCall): void {
    const [provider = '', model = ''] = this.#models.of(call.provider, call.model);
    this.#calls.inc({ provider, model, type: call.type, outcome: outcomeOf(call) });
    this.#callTimes.observe({ provider, model }, call.elapsed);
    if (call.timeToFirstToken !== null) this.#firstTokens.observe({ provider, model }, call.timeToFirstToken);
    if (call.promptTokens !== null) this.#tokens.inc({ provider, model, direction: 'input' }, call.promptTokens);
    if (call.completionTokens !== null)
      this.#tokens.inc({ provider, model, direction: 'output' }, call.completionTokens);
    const kinds = { input_cached: call.cachedTokens, input_cache_write: call.cacheWriteTokens };
    for (const [kind, tokens] of Object.entries({ ...kinds, output_reasoning: call.reasoningTokens })) {
      if (tokens !== null) this.#kinds.inc({ provider, model, kind }, tokens);
    }
  }

  committed({ rows, elapsed }: CommittedBatch): void {
    this.#batches.observe(rows);
    this.#batchTimes.observe(elapsed);
  }

  #node({ nodeType, status, elapsed }: Extract<RunEvent, { kind: 'node-finished' }>): void {
    const key = `${nodeType} ${status}`;
    let series = this.#ofNodes.get(key);
    if (series === undefined) {
      const [type = ''] = this.#types.of(nodeType);
      series = this.#nodes.labels({ type, status });
      if (type === nodeType) this.#ofNodes.set(key, series);
    }
    series.observe(elapsed);
  }

  #histogram<Label extends string>(name: string, help: string, buckets: number[], labelNames: readonly Label[]) {
    return new Histogram({ name, help, buckets, labelNames: [...labelNames], registers: [this.registry] });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }
}

function outcomeOf({ error }: ModelCall): string {
  if (error === null) return 'success';
  return error === 'stopped' ? 'stopped' : 'error';
}
