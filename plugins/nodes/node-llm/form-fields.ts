import type { NodeField } from '#plugins/node-forms/contract.ts';

/** Fields that nodes with a model have in common, at their usual places. */
export const modelField: NodeField = {
  at: 'model',
  kind: 'model',
  of: 'llm',
  label: 'Model',
  help: 'None: the default model of the workspace.',
};
export const memoryField: NodeField = {
  at: 'memory',
  kind: 'memory',
  label: 'Memory',
  help: 'Shows the model the earlier messages of the conversation.',
  when: [{ mode: ['advanced-chat'] }],
};
export const visionField: NodeField = {
  at: 'vision',
  kind: 'vision',
  label: 'Vision',
  help: 'Shows the model pictures and other files.',
  when: [{ feature: 'vision' }],
};
