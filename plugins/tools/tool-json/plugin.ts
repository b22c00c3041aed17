import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { jsonProcessParse } from './json-process.ts';
import { jsonParse } from './json-tools.ts';

export const plugin = definePlugin({
  id: 'tool-json',
  setup({ contribute }) {
    contribute(Tools, jsonParse, jsonProcessParse);
  },
});
