import type { HostCall } from '#engine';
import { withRetry } from '#plugins/database/contract.ts';
import type { ModelsService } from './models.ts';
import { type OwnCall, OwnClose, OwnOpen, OwnRead, OwnStreams } from './own-streams.ts';

/** Host calls of engine threads about models of own providers. Only the thread service asks. */
export function ownCalls(models: Pick<ModelsService, 'ownLlm'>): readonly HostCall[] {
  const streams = new OwnStreams();
  const idOf = (input: unknown) => (input as { readonly call: string }).call;
  return [
    {
      id: OwnOpen,
      async call(input, caller) {
        const { request, ...named } = input as OwnCall;
        const { workspaceId, runId, signal } = caller;
        const llm = await withRetry(() => models.ownLlm(workspaceId, named, runId), signal);
        return streams.open(llm, request, caller);
      },
    },
    { id: OwnRead, call: (input, caller) => streams.read(idOf(input), caller) },
    { id: OwnClose, call: async (input, caller) => streams.close(idOf(input), caller) },
  ];
}
