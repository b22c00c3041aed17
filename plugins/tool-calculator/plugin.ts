import { definePlugin } from '../../kernel/index.ts';
import { Tools } from '../tools/contract.ts';
import { calculator } from './calculator.ts';

export const plugin = definePlugin({
  id: 'tool-calculator',
  setup({ contribute }) {
    contribute(Tools, calculator);
  },
});
