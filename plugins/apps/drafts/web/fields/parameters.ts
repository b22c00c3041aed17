import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';

export type Parameter = Schemas['ModelParameter'];
type Models = Schemas['AvailableModels']['data'];

/** The model a document names; its provider may be named by where it comes from: `langgenius/openai/openai`. */
export function modelOf(models: Models, provider: string, name: string): Models[number] | undefined {
  return models.find(
    (each) => each.name === name && (provider === each.provider || provider.endsWith(`/${each.provider}`)),
  );
}

/** A parameter gets this when it is turned on, where its model names no default. */
export function firstValue({ type, default: preset, min, max, options }: Parameter): unknown {
  if (preset !== null) return preset;
  if (type === 'boolean') return true;
  if (type === 'select') return options[0] ?? '';
  if (type !== 'float' && type !== 'int') return '';
  const wanted =
    type === 'float' ? ((min ?? 0) < 0 ? 0 : 1) : max !== null && max <= 1000 ? Math.round(max / 10) : 1024;
  return Math.min(max ?? wanted, Math.max(min ?? wanted, wanted));
}

/** Whether a value is shown by the field of its parameter; others are typed as text. */
export function fitsParameter({ type }: Parameter, value: unknown): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'float' || type === 'int') return typeof value === 'number' || typeof value === 'string';
  return typeof value === 'string';
}

/** What is wrong with a number. */
export function numberProblem({ type, min, max }: Parameter, value: unknown): 'range' | 'whole' | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return 'range';
  if (type === 'int' && !Number.isInteger(number)) return 'whole';
  return (min !== null && number < min) || (max !== null && number > max) ? 'range' : null;
}

/** Steps of a number: a hundredth where the model says nothing. */
export function stepOf({ type, precision }: Parameter): number {
  return type === 'int' ? 1 : 10 ** -Math.min(6, Math.max(0, precision ?? 2));
}

/** Parameters that are set and that the model says nothing of. */
export function otherNames(parameters: readonly Parameter[], set: Mapping): readonly string[] {
  return Object.keys(set).filter((name) => !parameters.some((each) => each.name === name));
}

export function withParameter(set: Mapping, name: string, value: unknown): Mapping {
  if (value !== undefined) return { ...set, [name]: value };
  return Object.fromEntries(Object.entries(set).filter(([key]) => key !== name));
}

/** What somebody typed for a parameter: JSON where it is, else the text. */
export function typedValue(written: string): unknown {
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return written;
  }
}

/** The settings of a call in a model setting. */
export function parametersIn(model: Mapping): Mapping {
  return isMapping(model.completion_params) ? model.completion_params : {};
}
