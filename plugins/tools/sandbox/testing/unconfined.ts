import type { Confinement } from '#plugins/confined-processes/contract.ts';

/**
 * A machine that confines nothing, whose operator accepts that: Node as it is, with its own permission model. `program` is
 * what Node runs instead of the child's own.
 */
export function unconfined(program?: string): Confinement {
  return {
    state: async () => ({ kind: 'accepted', description: 'nothing is confined', refusals: [] }),
    open: async () => ({
      command: ({ args }) => ({
        program: process.execPath,
        args: program === undefined ? args : ['--eval', program],
        ended: () => undefined,
      }),
    }),
  };
}
