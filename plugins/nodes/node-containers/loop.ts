import {
  type GraphNode,
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  type Round,
  type Rounds,
} from '#engine';
import { type CompiledConditions, compileConditions, evaluateConditions } from '#plugins/node-flow/contract.ts';
import { type ContainerLimits, usualLimits } from './limits.ts';
import { compileLoopVariables, declareLoopVariables, type LoopVariable, readLoopVariables } from './loop-variables.ts';
import { roundFailure } from './round-failure.ts';
import { invalidSetting, wholeNumber } from './settings.ts';
import { ShownValues } from './shown-values.ts';

interface Loop {
  readonly count: number;
  /** Null when only the count or a loop-end stops it. */
  readonly breaks: CompiledConditions | null;
  readonly variables: readonly LoopVariable[];
}

/**
 * Rounds on one set of variables until conditions hold, a loop-end is reached or the rounds are used up (app DSL,
 * loop). What it opens depends on nothing but its inputs and the rounds' results, so that an interrupted run can go on.
 */
export const create = ({ loopRounds }: ContainerLimits): NodeImplementation<Loop> => ({
  compile(data, graphNode) {
    const breaks = compileConditions(data.break_conditions, data.logical_operator);
    return {
      count: countOf(graphNode, loopRounds),
      breaks: breaks.conditions.length > 0 ? breaks : null,
      variables: compileLoopVariables(graphNode),
    };
  },

  async run(loop, context): Promise<NodeResult> {
    const { rounds, variables, node: graphNode } = context;
    if (rounds === undefined) throw new Error(`the engine gave the loop ${graphNode.id} no rounds`);
    try {
      declareLoopVariables(loop.variables, variables, rounds);
    } catch (error) {
      reportStart(rounds, { loop_count: loop.count });
      throw error;
    }
    return new LoopRun(loop, context, rounds).run();
  },
});

export const node = create(usualLimits);

function countOf(node: GraphNode, mostRounds: number): number {
  const count = wholeNumber(node.data.loop_count);
  if (count !== undefined && count >= 1 && count <= mostRounds) return count;
  throw invalidSetting(node, 'loop_count', `give a whole number from 1 to ${mostRounds} (WEFT_LOOP_ROUNDS)`);
}

function reportStart(rounds: Rounds, inputs: Readonly<Record<string, unknown>> & { loop_count: number }): void {
  rounds.report('started', {
    inputs,
    metadata: { loop_length: inputs.loop_count },
    extras: {},
  });
}

type Reason = 'loop_break' | 'loop_completed' | 'error';

class LoopRun {
  readonly #loop: Loop;
  readonly #context: NodeContext;
  readonly #rounds: Rounds;
  readonly #inputs: Readonly<Record<string, unknown>> & { readonly loop_count: number };
  readonly #shown = new ShownValues();
  readonly #durations: Record<string, number> = {};
  readonly #variables: Record<string, unknown> = {};
  /** Rounds that are over. */
  #done = 0;
  #tokens = 0;

  constructor(loop: Loop, context: NodeContext, rounds: Rounds) {
    this.#loop = loop;
    this.#context = context;
    this.#rounds = rounds;
    this.#inputs = { ...this.#values(), loop_count: loop.count };
  }

  async run(): Promise<NodeResult> {
    const { count } = this.#loop;
    reportStart(this.#rounds, this.#inputs);
    let reason: Reason = 'loop_completed';
    while (reason === 'loop_completed' && this.#done < count) {
      reason = this.#holdsAlready() || (await this.#round()) ? 'loop_break' : reason;
    }
    const values = this.#done === 0 ? {} : this.#values();
    return {
      inputs: this.#inputs,
      outputs: { ...values, loop_round: this.#done },
      metadata: this.#metadata(reason),
    };
  }

  /** Before a round: what can't be decided yet does not hold. */
  #holdsAlready(): boolean {
    try {
      return this.#holds();
    } catch (error) {
      if (error instanceof NodeError) return false;
      throw error;
    }
  }

  #holds(): boolean {
    const { breaks } = this.#loop;
    return breaks !== null && evaluateConditions(breaks, this.#context, { isEarly: true }).holds;
  }

  /** Plays a round; true when it was the last. */
  async #round(): Promise<boolean> {
    const index = this.#done;
    if (index > 0) {
      this.#rounds.report('next', { index, pre_loop_output: this.#shown.of(this.#values()), extras: {} });
    }
    const round = await this.#rounds.open({ index, pool: 'shared', values: {} });
    this.#note(index, round);
    const [failure] = round.failures;
    if (failure !== undefined) throw roundFailure(failure, this.#details());
    if (round.types.has('loop-end')) return true;
    try {
      return this.#holds();
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      throw new NodeError(error.type, error.message, { details: this.#details(), cause: error });
    }
  }

  #note(index: number, round: Round): void {
    this.#done = index + 1;
    this.#durations[index] = round.elapsed;
    this.#variables[index] = this.#shown.of(this.#values());
    this.#tokens += round.tokens;
  }

  #values(): Readonly<Record<string, unknown>> {
    return readLoopVariables(this.#loop.variables, this.#context.variables, this.#context.node.id);
  }

  #details(): NonNullable<NodeError['details']> {
    return { inputs: this.#inputs, metadata: this.#metadata('error') };
  }

  #metadata(reason: Reason): Readonly<Record<string, unknown>> {
    return {
      total_tokens: this.#tokens,
      completed_reason: reason,
      loop_duration_map: this.#durations,
      loop_variable_map: this.#variables,
    };
  }
}
