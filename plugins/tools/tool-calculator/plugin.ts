import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { calculator } from './calculator.ts';

export const plugin = definePlugin({
  id: 'tool-calculator',
  setup({ contribute }) {
    contribute(Tools, calculator);
  },
});
