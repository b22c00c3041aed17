import {
  checkSize,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  type Round,
  type Rounds,
  type Selector,
} from '#engine';
import { type ContainerLimits, usualLimits } from './limits.ts';
import { roundFailure } from './round-failure.ts';
import { runRounds } from './round-window.ts';
import { requiredSelector, wholeNumber } from './settings.ts';

interface Iteration {
  readonly items: Selector;
  readonly output: Selector;
  /** Rounds that are open at the same time. */
  readonly width: number;
  readonly onFailure: 'terminate' | 'null' | 'remove';
  readonly isFlattened: boolean;
}

/**
 * A round for each item of a list (app DSL, iteration). What it opens depends on nothing but its inputs and
 * the rounds' results, so that an interrupted run can go on.
 */
export const create = ({ iterationWidth }: ContainerLimits): NodeImplementation<Iteration> => ({
  compile: (data, graphNode) => ({
    items: requiredSelector(graphNode, 'iterator_selector', 'choose the list to go through'),
    output: requiredSelector(graphNode, 'output_selector', 'choose the output that each round adds to the result'),
    width: data.is_parallel === true ? widthOf(data.parallel_nums, iterationWidth) : 1,
    onFailure: failureModes.get(data.error_handle_mode) ?? 'terminate',
    isFlattened: data.flatten_output !== false,
  }),

  async run(iteration, { variables, rounds, node: { id } }): Promise<NodeResult> {
    if (rounds === undefined) throw new Error(`the engine gave the iteration ${id} no rounds`);
    const value = variables.get(iteration.items);
    const items = Array.isArray(value) ? value : [];
    const inputs = { iterator_selector: value ?? null };
    const metadata = { iterator_length: items.length };
    rounds.report('started', { inputs, metadata, extras: {} });
    checkList(value, iteration.items);
    const results = new Results(iteration);
    await runRounds({
      count: items.length,
      width: iteration.width,
      open: (index) => openRound(rounds, index, items[index]),
      take: (index, round) => results.take(index, round),
    });
    if (results.failure !== null) throw roundFailure(results.failure, { inputs, metadata: results.metadata });
    return { inputs, outputs: { output: results.output }, metadata: results.metadata };
  },
});

export const node = create(usualLimits);

function widthOf(wanted: unknown, widest: number): number {
  return Math.min(Math.max(wholeNumber(wanted) ?? usualLimits.iterationWidth, 1), widest);
}

const failureModes: ReadonlyMap<unknown, Iteration['onFailure']> = new Map([
  ['continue-on-error', 'null'],
  ['remove-abnormal-output', 'remove'],
]);

/** Null is an empty list. */
function checkList(value: unknown, selector: Selector): void {
  const name = selector.join('.');
  if (value === undefined) throw new NodeError('IteratorVariableNotFoundError', `Variable ${name} not found`);
  if (value === null || Array.isArray(value)) return;
  throw new NodeError('InvalidIteratorValueError', `An iteration goes through a list, and ${name} is none`);
}

function openRound(rounds: Rounds, index: number, item: unknown): Promise<Round> {
  rounds.report('next', { index, extras: {} });
  return rounds.open({ index, pool: 'copied', values: { item: item ?? null, index } });
}

/** What rounds come to, in index order, however they end. Keeps nothing of a round but its value. */
class Results {
  readonly #iteration: Iteration;
  readonly #values = new Map<number, unknown>();
  readonly #durations: Record<string, number> = {};
  #failed: { readonly index: number; readonly failure: Round['failures'][number] } | null = null;
  #length = 0;
  #tokens = 0;

  constructor(iteration: Iteration) {
    this.#iteration = iteration;
  }

  /** False when the round ends the iteration. */
  take(index: number, { variables, failures, elapsed, tokens }: Round): boolean {
    this.#length = Math.max(this.#length, index + 1);
    this.#durations[index] = elapsed;
    this.#tokens += tokens;
    const [failure] = failures;
    const { onFailure, output } = this.#iteration;
    if (failure === undefined) this.#values.set(index, variables.get(output) ?? null);
    else if (onFailure === 'null') this.#values.set(index, null);
    else if (onFailure === 'terminate') {
      if (this.#failed === null || index < this.#failed.index) this.#failed = { index, failure };
      return false;
    }
    return true;
  }

  /** The failure that ends the iteration: of several the one with the lowest index, whatever the timing. */
  get failure(): Round['failures'][number] | null {
    return this.#failed?.failure ?? null;
  }

  get output(): readonly unknown[] {
    const values: unknown[] = [];
    for (let index = 0; index < this.#length; index += 1) {
      if (this.#values.has(index)) values.push(this.#values.get(index));
    }
    const output = this.#iteration.isFlattened ? flattened(values) : values;
    checkSize(output, 'The output of the iteration');
    return output;
  }

  get metadata(): Readonly<Record<string, unknown>> {
    return { total_tokens: this.#tokens, iteration_duration_map: this.#durations };
  }
}

/** When every round put out a list: all of them as one. */
function flattened(values: readonly unknown[]): readonly unknown[] {
  const known = values.filter((value) => value !== null);
  return known.length > 0 && known.every(Array.isArray) ? known.flat(1) : values;
}
