/**
 * Sources of knowledge at services that people have accounts at: what is the same whether the folder lies in Google Drive, in
 * OneDrive or is a page of Notion.
 *
 * Glossary
 * - store: what knows one service: its folders, its log of changes, how a file's content comes.
 * - log: what a service tells of changes in, from a place on; a person's drive has one, each shared drive another.
 * - walk: listing every folder. The first run walks, and one a week; the others read the logs.
 */

/** Makes a kind of source (`SourceReaders`) of a store. */
export { accountReader } from './account-reader.ts';
export {
  RemoteCaller,
  RemoteError,
  type RemoteFailure,
  RemoteLater,
  type RemoteRequest,
} from './remote-caller.ts';
export type {
  LogAnswer,
  ReadFile,
  RemoteStore,
  StoreRoot,
} from './remote-store.ts';
