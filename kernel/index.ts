export { type BootReport, formatBootReport, type PluginReport } from './boot-report.ts';
export {
  CLOCK_TOLERANCE_MS,
  type ClockFault,
  clockDifference,
  clockFault,
  clocksAgree,
  currentTime,
  forgetReferenceTime,
  joinClock,
  monotonicTime,
  setReferenceTime,
  shareClock,
} from './clock.ts';
export { type Environment, readEnvironment } from './config.ts';
export { type EventName, type Events, eventName } from './events.ts';
export { type Contribution, type Contributions, type ExtensionPoint, extensionPoint } from './extension-point.ts';
export { FairQueue } from './fair-queue.ts';
export { FairSemaphore, type SemaphoreOptions } from './fair-semaphore.ts';
export { first } from './first.ts';
export {
  type HealthCheck,
  HealthChecks,
  type HealthFacts,
  type HealthFinding,
  type HealthReport,
  runHealthChecks,
} from './health.ts';
export { isUuid, lowestIdAt, namedId, newId, timeOf } from './id.ts';
export { KernelInfo } from './kernel-info.ts';
export type { Logger } from './logger.ts';
export { mapAsyncIterable } from './map-async-iterable.ts';
export { nearestName } from './nearest-name.ts';
export { type ErrorKind, isPlatformError, PlatformError } from './platform-error.ts';
export {
  type ConfigSection,
  definePlugin,
  type Needs,
  type Plugin,
  type PluginContext,
  type ProvideOptions,
  type Services,
} from './plugin.ts';
export type { Preload, PreloadContext } from './preload.ts';
export {
  compileSchema,
  type JsonSchema,
  type SchemaError,
  type SchemaOptions,
  type SchemaResult,
  type Validator,
} from './schema.ts';
export { Slices } from './slices.ts';
export { type OptionalNeed, optional, type Token, token } from './token.ts';
export { TransientMap } from './transient-map.ts';
export { assertUsable, type FolderTerms, lookAtFolder, spaceFinding } from './usable-folder.ts';
