import type { LogFunctionFactory } from 'graphile-worker';
import type { Logger } from '#kernel';

/** The library's log lines among ours. Its fields are left out: they hold whole jobs. */
export function workerLog(logger: Logger): LogFunctionFactory {
  return ({ taskIdentifier: task, jobId }) => {
    return (level, message) => {
      const [line = ''] = message.split('\n');
      const fields = { ...(task !== undefined && { task }), ...(jobId !== undefined && { jobId }) };
      if (level === 'error' || level === 'warning') logger.warn(fields, line);
      else logger.debug(fields, line);
    };
  };
}
