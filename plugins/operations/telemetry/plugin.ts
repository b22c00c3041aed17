import { RunLayers } from '#engine';
import { definePlugin, KernelInfo } from '#kernel';
import { ModelObservers } from '#plugins/models/contract.ts';
import { RunHooks } from '#plugins/runs/contract.ts';
import { telemetryConfig } from './configuration.ts';
import { TraceExport } from './contract.ts';

const off: TraceExport = { exported: 0, dropped: 0, waiting: 0 };

/** Traces of runs for an OpenTelemetry collector. Off: nothing is loaded, and nobody is observed. */
export const plugin = definePlugin({
  id: 'telemetry',
  needs: { kernel: KernelInfo },
  provides: [TraceExport],
  config: telemetryConfig,
  async setup({ services, config, logger, provide, contribute, onClose }) {
    if (config.endpoint === '') {
      provide(TraceExport, () => off);
      return;
    }
    const { version, bootId } = services.kernel;
    const { openTracing } = await import('./tracing.ts');
    const { tracer, queue, close } = openTracing(config, { version, bootId, logger });
    provide(TraceExport, () => queue);
    onClose(close);
    contribute(RunHooks, { id: 'telemetry', observer: { beginning: (run) => tracer.begin(run) } });
    contribute(RunLayers, { id: 'telemetry', onEvents: ({ runId }, events) => tracer.onEvents(runId, events) });
    contribute(ModelObservers, { id: 'telemetry', called: (call, run) => tracer.modelCalled(call, run) });
  },
});
