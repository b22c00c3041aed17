/** What plugins with routes under `/v1` share besides who calls (`plugins/apps/app-access`): how answers are written. */

/** Steps of an agent as messages keep them (runtime API, message events). */
export type { AgentThought } from './frames/agent-thoughts.ts';
/** An open form, and what one left in a message (runtime API, human-input forms, messages and feedback). */
export { formContents, formItem } from './frames/form-items.ts';
/** Milliseconds since the epoch as the API writes times; the inputs of a run as it shows them. */
export { shownInputs } from './frames/run-frames.ts';
/** The icon of a tool. */
export { toolIcon } from './frames/tool-icon.ts';
/** Runs that other plugins start as the routes do, and who is told of their ends. */
export {
  type AppCall,
  type AppCallRequest,
  type AppRunRequest,
  AppRuns,
  type BegunRun,
  type TriggeredRunRequest,
} from './generation/app-runs.ts';
/** What clients send in the place of an empty map. */
export { acceptEmptyInputs } from './generation/request-body.ts';
export type { RunPurpose, RunPurposeOwner } from './generation/run-purposes.ts';
/** What names conversations, and what speaks the answers of streams: at most one plugin each. */
export {
  type OpenedConversation,
  type SpeechStream,
  type SpeechStreamer,
  SpeechStreamers,
  type TitleGenerator,
  TitleGenerators,
} from './generation/single-providers.ts';
