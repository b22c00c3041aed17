import { createServer } from 'node:net';
import { definePlugin, type HealthCheck, HealthChecks, KernelInfo } from '#kernel';
import { httpConfig } from './configuration.ts';
import { cannotListen, type ListeningPlace } from './listening.ts';

export const preflight = definePlugin({
  id: 'http',
  needs: { kernel: KernelInfo },
  config: httpConfig,
  setup({ services: { kernel }, config, contribute }) {
    if (kernel.isStarting()) contribute(HealthChecks, portHealthCheck(config));
  },
});

/** Whether the port is free. */
export function portHealthCheck(place: ListeningPlace): HealthCheck {
  return {
    id: 'http.port',
    title: 'Port',
    async check() {
      const server = createServer();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once('error', reject);
      server.listen({ port: place.port, ...(place.host !== '' && { host: place.host }) }, resolve);
      try {
        await promise;
        return { state: 'ok', summary: `Nothing else listens on port ${place.port}.`, facts: { port: place.port } };
      } catch (error) {
        const { code, message } = cannotListen(place, error as NodeJS.ErrnoException);
        const next = 'Stop the program that holds the port, or set PORT (and HOST) to where the server may listen.';
        return { state: 'failed', code, summary: `${message}.`, next };
      } finally {
        server.close();
      }
    },
  };
}
