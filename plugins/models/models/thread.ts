import type { Usage } from '#engine';
import { Egress } from '#plugins/egress/contract.ts';
import {
  type CallMeasure,
  type LlmModel,
  type LlmPart,
  type LlmRequest,
  type ModelCall,
  type ModelCaller,
  type ModelDescription,
  type ModelName,
  type ModelReference,
  ModelsAdmit,
  ModelsCalled,
  ModelsResolve,
  type ReadyLlm,
  type ResolvedModel,
  type ThreadModels,
} from './contract.ts';
import { createLoader } from './loader.ts';
import { meteredStream } from './metered-stream.ts';
import { observedStream } from './observed-call.ts';
import { modelUsage } from './usage.ts';

function observed(llm: LlmModel, { provider, description }: ResolvedModel, caller: ModelCaller): LlmModel {
  const observation = {
    provider,
    model: description.name,
    executionId: caller.executionId ?? null,
    trace: caller.trace,
    // The run may be over by then: nobody misses it.
    tell: (call: ModelCall) => void caller.call(ModelsCalled, call).catch(() => {}),
  };
  return { stream: (request) => observedStream(llm, request, observation) };
}

/** Milliseconds for which a model stays as it was resolved: an agent that works for an hour must not use old credentials. */
const FRESH_FOR = 500;

interface Opened {
  readonly resolved: ResolvedModel;
  readonly llm: LlmModel;
  /** On the clock of `performance`. */
  readonly until: number;
}

/** Loads a resolved model for a caller. */
type Load = (caller: ModelCaller, resolved: ResolvedModel) => Promise<LlmModel>;

/** The thread service's entry: models of the running workspace, with their providers loaded in this thread. */
export function create(): ThreadModels {
  const loader = createLoader();
  const load: Load = async (caller, resolved) => {
    const loaded = await loader.model(resolved, 'llm', { egress: caller.service(Egress) });
    return resolved.isObserved === true ? observed(loaded, resolved, caller) : loaded;
  };
  return {
    async llm(caller, provider, model) {
      const reference: ModelReference = { type: 'llm', provider, model };
      return new OpenedLlm(load, { caller, reference }, await open(load, caller, reference));
    },
  };
}

async function open(load: Load, caller: ModelCaller, reference: ModelReference): Promise<Opened> {
  const resolved = await caller.call<ResolvedModel>(ModelsResolve, reference);
  return { resolved, llm: await load(caller, resolved), until: performance.now() + FRESH_FOR };
}

/**
 * A model as it was opened for one caller. A class, for V8 keeps the getter of an object literal, with all it refers to,
 * until a major collection.
 */
class OpenedLlm implements ReadyLlm {
  readonly provider: string;
  readonly description: ModelDescription;
  readonly #load: Load;
  readonly #for: { readonly caller: ModelCaller; readonly reference: ModelReference };
  #opened: Opened;
  /** The model of the last call. */
  #called: ResolvedModel;

  constructor(load: Load, given: { readonly caller: ModelCaller; readonly reference: ModelReference }, opened: Opened) {
    this.#load = load;
    this.#for = given;
    this.#opened = opened;
    this.#called = opened.resolved;
    this.provider = opened.resolved.provider;
    this.description = opened.resolved.description;
  }

  get replacement(): ModelName | null {
    return this.#called.isReplacement === true ? nameOf(this.#called) : null;
  }

  stream(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    return performance.now() < this.#opened.until ? this.#stream(request) : this.#reopened(request);
  }

  usage(measure: CallMeasure): Usage {
    return modelUsage(this.#called, measure);
  }

  async *#reopened(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    this.#opened = await open(this.#load, this.#for.caller, this.#for.reference);
    yield* this.#stream({ ...request, model: this.#opened.resolved.description.name });
  }

  #stream(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    const { resolved, llm } = this.#opened;
    if (resolved.isMetered === true) return this.#metered(request);
    this.#called = resolved;
    return llm.stream(request);
  }

  /** A budget guard may refuse the call, or have it go to another model, also in the midst of a node's work. */
  async *#metered(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    const { caller } = this.#for;
    const instead = await caller.call<ResolvedModel | null>(ModelsAdmit, nameOf(this.#opened.resolved));
    const called = instead ?? this.#opened.resolved;
    const llm = instead === null ? this.#opened.llm : await this.#load(caller, instead);
    this.#called = called;
    const usage = (measure: CallMeasure) => modelUsage(called, measure);
    yield* meteredStream(llm, { ...request, model: called.description.name }, { caller, usage });
  }
}

function nameOf({ provider, description }: ResolvedModel): ModelName {
  return { provider, model: description.name };
}
