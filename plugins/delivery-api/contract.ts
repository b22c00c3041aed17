/**
 * What plugins with routes under `/v1` share: who calls, on whose behalf, and how answers are written. The order of
 * checks is the contract's (runtime API, keys): key, app, `user`, mode, then the rest.
 */

/** Steps of an agent as messages keep them (runtime API, message events). */
export type { AgentThought } from './agent-thoughts.ts';
/**
 * Access of routes that an app key opens, and who comes in with one. `requireMode` refuses apps of another mode with
 * the code of the route's family; `invalidParameter` makes the error for a field.
 */
export { type AppCaller, AppKeyAccess, invalidParameter, requireMode } from './caller.ts';
/** Answers deletions. */
export { deleted } from './deleted.ts';
/** What clients send in the place of an empty map. */
export { acceptEmptyInputs } from './empty-inputs.ts';
/** An open form, and what one left in a message (runtime API, human-input forms, messages and feedback). */
export { formContents, formItem } from './form-items.ts';
/** Ids of the routes that start runs. */
export { RUN_STARTS } from './generation-routes.ts';
/** The message of a run, by what `Runs.owner` says. */
export { type MessageOfRun, messageOf } from './message-of.ts';
/** Who names conversations. */
export { type Namer, Namers, type OpenedConversation } from './naming.ts';
/** How the answers of streams get a voice. */
export { type Narration, type Narrator, Narrators } from './narration.ts';
/** Milliseconds since the epoch as the API writes times; the inputs of a run as it shows them. */
export { seconds, shownInputs } from './run-frames.ts';
/**
 * The `user` of a body or query: where it is required, `invalid_param` without one; elsewhere callers share one. In the
 * console it is whoever calls (`consoleUser`), and refused in requests.
 */
export { consoleUser, optionalUser, refuseUser, requiredUser } from './user.ts';
