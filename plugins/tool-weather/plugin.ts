import { definePlugin } from '../../kernel/index.ts';
import { Tools } from '../tools/contract.ts';
import { createCurrentWeather } from './current-weather.ts';

export const plugin = definePlugin({
  id: 'tool-weather',
  setup({ contribute }) {
    contribute(Tools, createCurrentWeather());
  },
});
