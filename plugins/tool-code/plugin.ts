import { definePlugin } from '../../kernel/index.ts';
import { Sandbox } from '../sandbox/contract.ts';
import { Tools } from '../tools/contract.ts';
import { createSimpleCode } from './simple-code.ts';

export const plugin = definePlugin({
  id: 'tool-code',
  needs: { sandbox: Sandbox },
  setup({ services, contribute }) {
    contribute(Tools, createSimpleCode(services.sandbox));
  },
});
