import { CallsPerMinute, Routes } from '#http';
import { definePlugin, type Needs } from '#kernel';
import { PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { EndpointCalls } from './endpoint-calls.ts';
import { endpointRoutes } from './endpoint-routes.ts';

interface EndpointsConfig {
  readonly callsPerMinute: number;
}

/** Addresses that lead nowhere, called from one network. */
const GUESSES_PER_MINUTE = 60;

const needs = { installs: PluginInstalls, runner: PluginRunner } satisfies Needs;

export const plugin = definePlugin<typeof needs, EndpointsConfig>({
  id: 'plugin-endpoints',
  needs,
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        callsPerMinute: {
          ...{ type: 'integer', default: 120, minimum: 1, maximum: 100_000 },
          description: 'Calls of one address of an installed plugin in a minute.',
        },
      },
    },
  },
  setup({ services, config, contribute }) {
    const { installs, runner } = services;
    const [calls, guesses] = [new CallsPerMinute(config.callsPerMinute), new CallsPerMinute(GUESSES_PER_MINUTE)];
    contribute(Routes, ...endpointRoutes(new EndpointCalls({ installs, runner, calls, guesses })));
  },
});
