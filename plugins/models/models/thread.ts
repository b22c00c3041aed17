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
import { Cooldowns } from './cooldowns.ts';
import { type LoadedModel, loadWithSets, SetFailed } from './failover.ts';
import { createLoader } from './loader.ts';
import { meteredStream } from './metered-stream.ts';
import { observedStream } from './observed-call.ts';
import { ownModel } from './own-model.ts';
import { modelUsage } from './usage.ts';

function observed(llm: LlmModel, resolved: ResolvedModel, caller: ModelCaller): LlmModel {
  const { provider, description, credentialSet } = resolved;
  const observation = {
    provider,
    model: description.name,
    ...(credentialSet !== undefined && { credentialSet: credentialSet.name }),
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
  readonly loaded: LoadedModel<'llm'>;
  /** On the clock of `performance`. */
  readonly until: number;
}

/** Loads a resolved model for a caller. */
type Load = (caller: ModelCaller, resolved: ResolvedModel) => Promise<LoadedModel<'llm'>>;

/** The thread service's entry: models of the running workspace, with their providers loaded in this thread. */
export function create(): ThreadModels {
  const loader = createLoader();
  const cooldowns = new Cooldowns();
  const load: Load = (caller, resolved) =>
    loadWithSets('llm', resolved, {
      cooldowns,
      async load(candidate) {
        const loaded =
          candidate.module === null
            ? ownModel(caller, candidate)
            : await loader.model(candidate, 'llm', { egress: caller.service(Egress) });
        return candidate.isObserved === true ? observed(loaded, candidate, caller) : loaded;
      },
      // Other threads learn of it when the main thread orders the sets for them.
      failed: (failure) => void caller.call(SetFailed, failure).catch(() => {}),
    });
  return {
    async llm(caller, provider, model) {
      const reference: ModelReference = { type: 'llm', provider, model };
      return new OpenedLlm(load, { caller, reference }, await open(load, caller, reference));
    },
  };
}

async function open(load: Load, caller: ModelCaller, reference: ModelReference): Promise<Opened> {
  const resolved = await caller.call<ResolvedModel>(ModelsResolve, reference);
  return { resolved, loaded: await load(caller, resolved), until: performance.now() + FRESH_FOR };
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
  /** What the last call was made of. */
  #called: LoadedModel<'llm'>;

  constructor(load: Load, given: { readonly caller: ModelCaller; readonly reference: ModelReference }, opened: Opened) {
    this.#load = load;
    this.#for = given;
    this.#opened = opened;
    this.#called = opened.loaded;
    this.provider = opened.resolved.provider;
    this.description = opened.resolved.description;
  }

  get replacement(): ModelName | null {
    const called = this.#called.last();
    return called.isReplacement === true ? nameOf(called) : null;
  }

  get credentialSet(): string | null {
    return this.#opened.resolved.alternatives === undefined ? null : (this.#called.last().credentialSet?.name ?? null);
  }

  stream(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    return performance.now() < this.#opened.until ? this.#stream(request) : this.#reopened(request);
  }

  usage(measure: CallMeasure): Usage {
    return modelUsage(this.#called.last(), measure);
  }

  async *#reopened(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    this.#opened = await open(this.#load, this.#for.caller, this.#for.reference);
    yield* this.#stream({ ...request, model: this.#opened.resolved.description.name });
  }

  #stream(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    const { resolved, loaded } = this.#opened;
    if (resolved.isMetered === true) return this.#metered(request);
    this.#called = loaded;
    return loaded.model.stream(request);
  }

  /** A budget guard may refuse the call, or have it go to another model, also in the midst of a node's work. */
  async *#metered(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
    const { caller } = this.#for;
    const instead = await caller.call<ResolvedModel | null>(ModelsAdmit, nameOf(this.#opened.resolved));
    const called = instead ?? this.#opened.resolved;
    const loaded = instead === null ? this.#opened.loaded : await this.#load(caller, instead);
    this.#called = loaded;
    const usage = (measure: CallMeasure) => modelUsage(loaded.last(), measure);
    yield* meteredStream(loaded.model, { ...request, model: called.description.name }, { caller, usage });
  }
}

function nameOf({ provider, description }: ResolvedModel): ModelName {
  return { provider, model: description.name };
}
