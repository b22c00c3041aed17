import { nearestName } from './nearest-name.ts';
import { type PluginOrder, thoseInNeedOf } from './order.ts';
import { PlatformError } from './platform-error.ts';

/** Where plugins are switched off, as messages name it. */
const SETTING = 'kernel.disabledPlugins (WEFT_PLUGINS_DISABLED)';

/** What a report says of a plugin that is switched off. */
export const SWITCHED_OFF = `switched off by ${SETTING}`;

/** Why this selection can't be: names that no plugin has, and plugins that others, which are to run, can't do without. */
export function refusedSwitches(
  asked: readonly string[],
  off: ReadonlySet<string>,
  running: readonly string[],
  order: PluginOrder,
): readonly PlatformError[] {
  const unknown = asked.filter((id) => !off.has(id)).map((id) => noPlugin(id, [...running, ...off]));
  const needed = [...off].flatMap((id) => {
    const dependents = [...thoseInNeedOf(id, order)];
    return dependents.length === 0 ? [] : [neededPlugin(id, dependents)];
  });
  return [...unknown, ...needed];
}

function noPlugin(id: string, known: readonly string[]): PlatformError {
  const nearest = nearestName(id, known);
  const hint = nearest === undefined ? `The plugins are ${known.toSorted().join(', ')}.` : `Did you mean "${nearest}"?`;
  return new PlatformError(
    'internal',
    'kernel.invalid_config',
    `${SETTING} names "${id}", which is no plugin. ${hint}`,
  );
}

function neededPlugin(id: string, dependents: readonly string[]): PlatformError {
  const others = dependents.toSorted().join(', ');
  return new PlatformError(
    'internal',
    'kernel.plugin_needed',
    `Plugin "${id}" is ${SWITCHED_OFF}, but plugins that are not can't run without it: ${others}. Take "${id}" out of the list, or put all of these on it.`,
  );
}
