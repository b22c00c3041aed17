import type { ModuleSandbox } from '#plugins/sandbox/contract.ts';
import type { PackageTier } from './contract.ts';

/** The tier of everything that needs no Node: a fresh interpreter for each call, on threads of its own. */
export function sandboxTier(sandbox: ModuleSandbox): PackageTier {
  return {
    id: 'sandbox',
    problem: async () => null,
    run: ({ code, driver, input, limits, ask, workspaceId, signal }) =>
      sandbox.run({ code, driver, input, limits, ask }, { workspaceId, signal }),
  };
}
