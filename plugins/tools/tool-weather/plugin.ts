import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';
import { createCurrentWeather } from './current-weather.ts';

export const plugin = definePlugin({
  id: 'tool-weather',
  setup({ contribute }) {
    contribute(Tools, createCurrentWeather());
  },
});
