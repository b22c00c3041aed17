import { definePlugin } from '../../kernel/index.ts';
import { Tools } from '../tools/contract.ts';
import { timeTools } from './tools.ts';

export const plugin = definePlugin({
  id: 'tool-time',
  setup({ contribute }) {
    contribute(Tools, ...timeTools);
  },
});
