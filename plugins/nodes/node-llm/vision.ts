import { type FileValue, mappingOf, type NodeContext, readSelector, type Selector } from '#engine';
import type { MessageContent, ModelDescription } from '#plugins/models/contract.ts';
import { fileContent, filesOf } from './file-content.ts';

/** The `vision` setting; null: files are not shown to the model. */
export type Vision = { readonly selector: Selector; readonly detail: 'high' | 'low' } | null;

export function readVision(value: unknown): Vision {
  const vision = mappingOf(value);
  if (vision.enabled !== true) return null;
  const configs = mappingOf(vision.configs);
  return {
    selector: readSelector(configs.variable_selector) ?? ['sys', 'files'],
    detail: configs.detail === 'low' ? 'low' : 'high',
  };
}

/** The files a model is shown beside its prompt, and the same as parts of a message. */
export interface SeenFiles {
  readonly files: readonly FileValue[];
  readonly contents: readonly MessageContent[];
}

export function seenFiles(vision: Vision, context: NodeContext, description: ModelDescription): SeenFiles {
  // A model that is known not to see would refuse the whole call.
  const isBlind = description.features !== undefined && !description.features.includes('vision');
  if (vision === null || isBlind) return { files: [], contents: [] };
  const files = filesOf(context.variables.get(vision.selector));
  const contents = files.map((file) => fileContent(file, vision.detail)).filter((content) => content !== null);
  return { files, contents };
}
