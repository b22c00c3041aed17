import { Egress } from '../egress/contract.ts';
import { type ModelReference, ModelsResolve, type ResolvedModel, type ThreadModels } from './contract.ts';
import { createLoader } from './loader.ts';
import { usageOf } from './usage.ts';

/** The thread service's entry: models of the running workspace, with their providers loaded in this thread. */
export function create(): ThreadModels {
  const loader = createLoader();
  return {
    async llm(caller, provider, model) {
      const reference: ModelReference = { type: 'llm', provider, model };
      const resolved = await caller.call<ResolvedModel>(ModelsResolve, reference);
      const llm = await loader.model(resolved, 'llm', { egress: caller.service(Egress) });
      return {
        provider: resolved.provider,
        description: resolved.description,
        stream: (request) => llm.stream(request),
        usage: (measure) => usageOf(resolved.description.price, measure),
      };
    },
  };
}
