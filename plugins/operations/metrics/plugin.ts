import { EngineThreads, RunLayers, Runner } from '#engine';
import { AnswerObservers, Authenticators, HttpActivity, Routes } from '#http';
import { definePlugin, KernelInfo } from '#kernel';
import { DatabaseActivity, GroupCommit } from '#plugins/database/contract.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { ModelObservers } from '#plugins/models/contract.ts';
import { RunHooks } from '#plugins/runs/contract.ts';
import { TraceExport } from '#plugins/telemetry/contract.ts';
import { tokenCheck } from './access.ts';
import { metricsConfig } from './configuration.ts';
import { LongestTask } from './longest-task.ts';
import { metricsAuthenticator, metricsRoute } from './metrics-route.ts';
import type { MetricsServer } from './metrics-server.ts';

/** Counts what the process does, for Prometheus. Off: nothing is loaded, and nobody is observed. */
export const plugin = definePlugin({
  id: 'metrics',
  needs: {
    kernel: KernelInfo,
    http: HttpActivity,
    runner: Runner,
    threads: EngineThreads,
    database: DatabaseActivity,
    groupCommit: GroupCommit,
    jobs: Jobs,
    traces: TraceExport,
  },
  config: metricsConfig,
  async setup({ services, config, logger, contribute, onReady, onClose }) {
    const { port, host, token } = config;
    if (port === 0 && token === '') return;
    // Loaded only now: a server without metrics starts without their library.
    const [{ Recorder }, { addGauges }] = await Promise.all([import('./recorder.ts'), import('./gauges.ts')]);
    const longestTask = new LongestTask();
    onClose(() => longestTask.stop());
    const recorder = new Recorder({ version: services.kernel.version });
    const { registry } = recorder;
    addGauges(registry, { ...services, longestTask, logger });
    const read = async () => ({ text: await registry.metrics(), contentType: registry.contentType });
    const isAllowed = token === '' ? () => true : tokenCheck(token);

    contribute(AnswerObservers, {
      id: 'metrics',
      observes: () => true,
      answered: (answer) => recorder.answered(answer),
    });
    contribute(RunLayers, { id: 'metrics', onEvents: (_, events) => recorder.nodes(events) });
    contribute(RunHooks, { id: 'metrics', observer: { ended: (run) => recorder.runEnded(run) } });
    contribute(ModelObservers, { id: 'metrics', called: (call) => recorder.modelCalled(call) });
    if (token !== '') {
      contribute(Authenticators, metricsAuthenticator(isAllowed));
      contribute(Routes, metricsRoute(read));
    }
    onClose(services.database.onBatch((batch) => recorder.committed(batch)));
    if (port === 0) return;
    let server: MetricsServer | undefined;
    onReady(async () => {
      const { openMetricsServer } = await import('./metrics-server.ts');
      server = await openMetricsServer({ port, host }, { read, isAllowed });
      logger.info({ host, port }, 'metrics are served');
    });
    onClose(() => server?.close());
  },
});
