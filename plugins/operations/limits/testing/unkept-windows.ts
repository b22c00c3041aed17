import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { DayWindows } from '#plugins/limits/day-windows.ts';

/** Windows of a day that nobody keeps. */
export function unkeptWindows(): DayWindows {
  const store = {
    find: () => Promise.resolve(undefined),
    add: <Window>(added: Window) => Promise.resolve(added),
    forget: () => Promise.resolve(),
  };
  return new DayWindows({ store, logger: silentLogger });
}
