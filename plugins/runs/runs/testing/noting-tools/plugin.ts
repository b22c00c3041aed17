import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';

/** Loaded by servers of tests (`WEFT_PLUGINS`): a tool that writes to a server outside, naming the run. */
export const plugin = definePlugin({
  id: 'noting-tools',
  setup({ contribute }) {
    contribute(Tools, {
      id: 'witness.note',
      provider: 'witness',
      name: 'note',
      label: 'Note',
      description: 'Notes that it was called.',
      parameters: [
        { name: 'address', type: 'string', form: 'form', description: 'Where it is noted', required: true },
        { name: 'why', type: 'string', form: 'llm', description: 'Anything' },
      ],
      sideEffects: true,
      async invoke({ arguments: given, runId, egress, signal }) {
        const answer = await egress.request({ method: 'POST', url: `${given.address}/POST/${runId}`, signal });
        return { text: await answer.text(100) };
      },
    });
  },
});
