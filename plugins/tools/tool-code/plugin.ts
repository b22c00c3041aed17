import { definePlugin } from '#kernel';
import { Sandbox } from '#plugins/sandbox/contract.ts';
import { Tools } from '#plugins/tools/contract.ts';
import { createSimpleCode } from './simple-code.ts';

export const plugin = definePlugin({
  id: 'tool-code',
  needs: { sandbox: Sandbox },
  setup({ services, contribute }) {
    contribute(Tools, createSimpleCode(services.sandbox));
  },
});
