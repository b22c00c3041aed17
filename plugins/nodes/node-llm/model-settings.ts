import { mappingOf, toJson } from '#engine';
import { textOf } from './setting-values.ts';

/** The `model` setting of a node (app DSL, llm). */
export interface ModelSettings {
  /** As the document names it: an id, a short name, or `organisation/name/name`. */
  readonly provider: string;
  readonly model: string;
  readonly mode: 'chat' | 'completion';
  /** `completion_params`, passed on. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export function readModelSettings(value: unknown): ModelSettings {
  const model = mappingOf(value);
  return {
    provider: textOf(model.provider),
    model: textOf(model.name),
    mode: model.mode === 'completion' ? 'completion' : 'chat',
    // Plain numbers: what goes to a server has no use for the difference of 1 and 1.0.
    parameters: JSON.parse(toJson(mappingOf(model.completion_params))),
  };
}
