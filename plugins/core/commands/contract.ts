/**
 * What a command of the command line is, and what commands are made of. A plugin has its commands as `commands` in the files
 * of its folder `commands/`: they run in the process of `weft`, which talks to a server over its API and loads nothing else of
 * a plugin. Free of the container.
 */

/** The client of this API with types made from the routes (`npm run client`); it throws for no answer but when nobody answers. */
export { type ApiClient, type ApiClientOptions, createApiClient } from './api-client.ts';
/** For commands that take a password. */
export { askedPassword } from './asked-password.ts';
/** Asking the server, and reading what it answers. */
export { Client, frames, received, type StreamEvent, sessionOf } from './client.ts';
/** Commands as data, and how they write. */
export {
  type Command,
  type CommandContext,
  type CommandRoute,
  type Option,
  pairs,
  pairsOption,
  positional,
  print,
  typedPairs,
} from './command.ts';
/** Asks before what can't be undone. */
export { confirmed } from './confirmed.ts';
/** What lists say of credentials. */
export { credentialState } from './credential-state.ts';
/** A command made of several. */
export { eitherCommand } from './either-command.ts';
/** Values that are files. */
export { readText } from './file-values.ts';
/** What the first argument of many commands is: an app, or a document. */
export { appOf, documentSource } from './first-argument.ts';
/** The types of paths, and of what they take and answer by name: `Schemas['App']`. */
export type { Paths } from './generated/paths.ts';
export type { Schemas } from './generated/schemas.ts';
/** Ids, told from what is none. */
export { identifier } from './identifiers.ts';
/** Who signed in with `weft login`. */
export { forgetSession, type KeptSession, keepSession, keptSession } from './kept-session.ts';
export { ownWorkspaces } from './own-workspaces.ts';
/** Lines for people. */
export { counted, printable, table } from './printed.ts';
/** Lists as tables. */
export { type Columns, rowsOf } from './route-answers.ts';
/** A command made of its route. */
export { routeCommand } from './route-command.ts';
/** Answers that are written to files. */
export { formatOf, saved } from './saved.ts';
/** Files that are sent. */
export { layoutFile, readFolder, readRegular, readSource, type SourceFile } from './source-files.ts';
/** Where a command reads and writes, and how it fails. */
export { CommandError, complaint, type Terminal, UsageError } from './terminal.ts';
/** Times, for people. */
export { timeOf } from './times.ts';
