import type { GraphNode, NodeContext, Rounds, Selector, Variables } from '#engine';
import { spanIdOf, traceparentOf } from '#engine/contract/trace.ts';
import type { Frame } from '#engine/run/frame.ts';
import type { SecretMask, TextMask } from '#engine/run/records/secret-mask.ts';
import type { RunHost } from '#engine/run/run-host.ts';
import { renderTemplate, type TemplateVariables } from '#engine/run/values/template.ts';
import type { Token } from '#kernel';
import { ContainerRounds, type RoundOwner } from './container-rounds.ts';
import type { NodeExecution } from './node-execution.ts';

/** What contexts need of their run. */
export interface ContextOwner extends RoundOwner {
  readonly identity: NodeContext['run'];
  readonly host: RunHost;
  /** `traceparent` of the run; undefined where it is not traced. */
  readonly trace: string | undefined;
  readonly isOver: boolean;
  /** Of everything that leaves the run. */
  readonly mask: SecretMask;
  streamed(execution: NodeExecution, stream: number, delta: string): void;
}

/** What one attempt of a node may touch. After the attempt is settled it has no effect any more. */
export class RunNodeContext implements NodeContext {
  readonly #owner: ContextOwner;
  readonly #execution: NodeExecution;
  readonly #attempt: number;
  #rounds: Rounds | undefined;
  #reasoning: TextMask | undefined;
  #variables: (Variables & TemplateVariables) | null = null;

  constructor(owner: ContextOwner, execution: NodeExecution) {
    this.#owner = owner;
    this.#execution = execution;
    this.#attempt = execution.attempt;
  }

  get node(): GraphNode {
    return this.#execution.node.node;
  }

  get executionId(): string {
    return this.#execution.id;
  }

  get run(): NodeContext['run'] {
    return this.#owner.identity;
  }

  get variables(): Variables {
    if (this.#variables === null) {
      const { frame, node } = this.#execution;
      this.#variables = node.traits.response === true ? new ResponseVariables(frame) : frame.pool;
    }
    return this.#variables;
  }

  get signal(): AbortSignal {
    return this.#execution.signal;
  }

  get trace(): string | undefined {
    const { trace } = this.#owner;
    return trace === undefined ? undefined : traceparentOf(trace, spanIdOf(this.#execution.id));
  }

  get rounds(): Rounds | undefined {
    if (this.#execution.node.traits.container === undefined) return undefined;
    this.#rounds ??= new ContainerRounds(this.#owner, this.#execution);
    return this.#rounds;
  }

  // Functions rather than methods, so that a node may take what it needs apart; made only for nodes that use them.

  get render(): NodeContext['render'] {
    return (template, form, put) => renderTemplate(template, this.variables, form, put);
  }

  get stream(): NodeContext['stream'] {
    return (name, delta) => {
      const stream = this.#execution.node.streams?.get(name);
      if (stream !== undefined && delta !== '' && this.#isCurrent) this.#owner.streamed(this.#execution, stream, delta);
    };
  }

  get reason(): NodeContext['reason'] {
    return (delta, isFinal) => {
      const { frame, node } = this.#execution;
      if (!this.#isCurrent || frame.slots?.isReached(node.reasoningSlots) !== true) return;
      const deltas: string[] = [];
      this.#reasoning ??= this.#owner.mask.stream();
      this.#reasoning.add(delta, (text) => deltas.push(text));
      if (isFinal) this.#reasoning.end((text) => deltas.push(text));
      if (isFinal || deltas.length > 0) {
        this.#owner.report({ kind: 'reasoning', nodeId: node.id, deltas, isFinal });
      }
    };
  }

  get cite(): NodeContext['cite'] {
    return (resources) => {
      if (!this.#isCurrent) return;
      this.#owner.report({
        kind: 'citations',
        nodeId: this.#execution.node.id,
        resources: this.#owner.mask.json(resources),
      });
    };
  }

  get tell(): NodeContext['tell'] {
    return (name, data) => {
      if (!this.#isCurrent) return;
      const { id, node } = this.#execution;
      const text = this.#owner.mask.json(data);
      this.#owner.report({ kind: 'signal', name, nodeId: node.id, executionId: id, data: text });
    };
  }

  get log(): NodeContext['log'] {
    return (entry) => {
      if (!this.#isCurrent) return;
      const { id, node } = this.#execution;
      this.#owner.report({ kind: 'agent-log', nodeId: node.id, executionId: id, data: this.#owner.mask.json(entry) });
    };
  }

  get spending(): NodeContext['spending'] {
    return (usage) => {
      if (this.#isCurrent) this.#execution.spending.push({ attempt: this.#attempt, usage });
    };
  }

  get call(): NodeContext['call'] {
    return <Output>(hostCall: string, input: unknown) => this.#owner.host.call(hostCall, input) as Promise<Output>;
  }

  get service(): NodeContext['service'] {
    return <T>(token: Token<T>) => this.#owner.host.service(token);
  }

  get #isCurrent(): boolean {
    return this.#execution.isOpen && this.#execution.attempt === this.#attempt && !this.#owner.isOver;
  }
}

/** The pool as a response node sees it: a variable of a skipped node is shown as nothing (app DSL, streaming order). */
class ResponseVariables implements Variables, TemplateVariables {
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  get(selector: Selector): unknown {
    return this.#frame.pool.get(selector);
  }

  type(selector: Selector): string | undefined {
    return this.#frame.pool.type(selector);
  }

  isAssignable(selector: Selector): boolean {
    return this.#frame.pool.isAssignable(selector);
  }

  names(first: string): readonly string[] {
    return this.#frame.pool.names(first);
  }

  isEmpty(selector: Selector): boolean {
    return this.#frame.isSkipped(selector[0] ?? '');
  }
}
