import type { AppMode } from './graph-document.ts';

const chat = ['advanced-chat'];
const pipeline = ['rag-pipeline'];

/** Variables that every run has under `sys`, for those who choose variables (app DSL, pool and selectors). */
export const systemVariables: readonly {
  readonly name: string;
  readonly type: string;
  readonly about: string;
  /** Only in apps of these kinds. */
  readonly modes?: readonly string[];
}[] = [
  { name: 'query', type: 'string', about: 'What the user wrote', modes: chat },
  { name: 'files', type: 'array[file]', about: 'Files the user sent along' },
  { name: 'conversation_id', type: 'string', about: 'The conversation', modes: chat },
  {
    name: 'dialogue_count',
    type: 'number',
    about: 'Messages of the conversation so far, this one included',
    modes: chat,
  },
  { name: 'user_id', type: 'string', about: 'The user' },
  { name: 'app_id', type: 'string', about: 'The app' },
  { name: 'workflow_id', type: 'string', about: 'The version of the app' },
  { name: 'workflow_run_id', type: 'string', about: 'The run' },
  { name: 'timestamp', type: 'number', about: 'When the run began, in seconds since 1970' },
  { name: 'invoke_from', type: 'string', about: 'Where the run was started from' },
  { name: 'dataset_id', type: 'string', about: 'The knowledge base that is filled', modes: pipeline },
  { name: 'document_id', type: 'string', about: 'The document that is made', modes: pipeline },
  { name: 'original_document_id', type: 'string', about: 'The document that is made anew', modes: pipeline },
  { name: 'batch', type: 'string', about: 'The batch the document belongs to', modes: pipeline },
  { name: 'datasource_type', type: 'string', about: 'The kind of source the document comes from', modes: pipeline },
  { name: 'datasource_info', type: 'object', about: 'What the source says of the document', modes: pipeline },
];

/** Names of those that runs of apps of a mode may have; what else is asked for under `sys` never has a value there. */
export function systemVariablesOf(mode: AppMode): ReadonlySet<string> {
  return new Set(systemVariables.filter(({ modes }) => modes?.includes(mode) !== false).map(({ name }) => name));
}
