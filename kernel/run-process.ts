import { writeSync } from 'node:fs';
import { explain } from './boot-error.ts';
import { readEnvironment } from './config.ts';
import { createKernel, type Kernel } from './kernel.ts';
import { KernelInfo } from './kernel-info.ts';
import { createLogger, type Logger } from './logger.ts';
import { readProcessSettings } from './process-settings.ts';

/** Milliseconds that closing may take after the grace period before the process ends regardless. */
const closingLimit = 15_000;

/**
 * Milliseconds in which a repeated signal is the same signal: Ctrl-C reaches the whole process group, and the wrapper
 * and npm pass it on besides.
 */
const echoWindow = 500;

/**
 * Runs a kernel as this process, with the plugins in these folders and those of `WEFT_PLUGINS`. Resolves when it has
 * started; ends the process with 1 and a readable list when it can't.
 */
export async function runProcess(folders: readonly URL[]): Promise<void> {
  try {
    await start(folders);
  } catch (error) {
    writeSync(2, `${explain(error)}\n`);
    process.exit(1);
  }
}

async function start(folders: readonly URL[]): Promise<void> {
  // Whatever is written, by whichever plugin or library, is for its owner only.
  process.umask(0o077);
  const given = readEnvironment();
  const isVerbose = process.argv.includes('--verbose') || given.WEFT_VERBOSE === 'true';
  const env = isVerbose ? { ...given, WEFT_VERBOSE: 'true' } : given;
  const settings = await readProcessSettings(env);
  const logger = createLogger({ level: settings.logLevel });
  logWhatNobodyCaught(logger);
  const kernel = createKernel({
    home: settings.home,
    env,
    folders,
    addedFolders: settings.pluginFolders,
    disabledPlugins: settings.disabledPlugins,
    logger,
    extraSections: ['kernel'],
  });
  stopOnSignals(kernel, settings.graceMs, logger);
  await kernel.start();
  if (isVerbose) logger.info({ config: kernel.resolve(KernelInfo).effectiveConfig() }, 'Configuration in force');
}

/** The first signal stops gracefully, the second at once. */
function stopOnSignals(kernel: Kernel, graceMs: number, logger: Logger): void {
  let stoppingSince: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > echoWindow) process.exit(signal === 'SIGINT' ? 130 : 143);
      return;
    }
    stoppingSince = performance.now();
    logger.info({ signal }, 'Stopping');
    setTimeout(() => {
      logger.error({}, 'Closing took too long; ending the process');
      process.exit(1);
    }, graceMs + closingLimit).unref();
    kernel.stop(graceMs).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ error }, 'Stopped with errors');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** A forgotten rejection is a defect of one request, not of the process. An uncaught exception leaves unknown state behind. */
function logWhatNobodyCaught(logger: Logger): void {
  process.on('unhandledRejection', (error) => logger.error({ error }, 'A promise was rejected and nobody handled it'));
  process.on('uncaughtException', (error) => {
    logger.error({ error }, 'An exception was not caught; ending the process');
    process.exit(1);
  });
}
