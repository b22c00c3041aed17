import { Egress } from '../egress/contract.ts';
import {
  type CallMeasure,
  type LlmModel,
  type LlmPart,
  type LlmRequest,
  type ModelCall,
  type ModelCaller,
  type ModelName,
  type ModelReference,
  ModelsAdmit,
  ModelsCalled,
  ModelsResolve,
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
}

/** The thread service's entry: models of the running workspace, with their providers loaded in this thread. */
export function create(): ThreadModels {
  const loader = createLoader();
  async function load(caller: ModelCaller, resolved: ResolvedModel): Promise<Opened> {
    const loaded = await loader.model(resolved, 'llm', { egress: caller.service(Egress) });
    return { resolved, llm: resolved.isObserved === true ? observed(loaded, resolved, caller) : loaded };
  }
  return {
    async llm(caller, provider, model) {
      const reference: ModelReference = { type: 'llm', provider, model };
      const open = async () => {
        const opened = await load(caller, await caller.call<ResolvedModel>(ModelsResolve, reference));
        return { ...opened, until: performance.now() + FRESH_FOR };
      };
      let opened = await open();
      let { resolved: called } = opened;
      const { provider: openedProvider, description } = called;

      /** A meter may refuse the call, or have it go to another model, also in the midst of a node's work. */
      async function* metered(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
        const instead = await caller.call<ResolvedModel | null>(ModelsAdmit, nameOf(opened.resolved));
        const { llm, resolved: own } = instead === null ? opened : await load(caller, instead);
        called = own;
        const usage = (measure: CallMeasure) => modelUsage(own, measure);
        yield* meteredStream(llm, { ...request, model: own.description.name }, { caller, usage });
      }
      function streamOf(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
        const { resolved, llm } = opened;
        if (resolved.isMetered === true) return metered(request);
        called = resolved;
        return llm.stream(request);
      }
      async function* reopened(request: LlmRequest): AsyncIterable<readonly LlmPart[]> {
        opened = await open();
        yield* streamOf({ ...request, model: opened.resolved.description.name });
      }
      return {
        provider: openedProvider,
        description,
        get replacement() {
          return called.isReplacement === true ? nameOf(called) : null;
        },
        stream: (request) => (performance.now() < opened.until ? streamOf(request) : reopened(request)),
        usage: (measure) => modelUsage(called, measure),
      };
    },
  };
}

function nameOf({ provider, description }: ResolvedModel): ModelName {
  return { provider, model: description.name };
}
