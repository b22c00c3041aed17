import { mappingOf } from '#engine';
export type Settings = Readonly<Record<string, unknown>>;

/** The feature, read. */
export interface ModerationSettings {
  readonly type: string;
  readonly config: Settings;
  /** What to answer with; null: not checked. */
  readonly input: string | null;
  readonly output: string | null;
}

const defaultPreset = 'This can not be answered.';

/** Features live as long as the published version they belong to. */
const known = new WeakMap<object, ModerationSettings | null>();

/** Null when the feature is off, or checks nothing. */
export function readSettings(feature: unknown): ModerationSettings | null {
  const stored = mappingOf(feature);
  if (stored.enabled !== true) return null;
  const kept = known.get(stored);
  if (kept !== undefined) return kept;
  const settings = enabledSettings(stored);
  known.set(stored, settings);
  return settings;
}

function enabledSettings(stored: Settings): ModerationSettings | null {
  // Documents write `config`; what the application shows to clients calls it `configs`.
  const config = { ...mappingOf(stored.configs), ...mappingOf(stored.config) };
  const input = presetOf(config.inputs_config);
  const output = presetOf(config.outputs_config);
  if (input === null && output === null) return null;
  return { type: readText(stored.type), config, input, output };
}

function presetOf(value: unknown): string | null {
  const { enabled, preset_response: preset } = mappingOf(value);
  if (enabled !== true) return null;
  return readText(preset).trim() === '' ? defaultPreset : readText(preset);
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
