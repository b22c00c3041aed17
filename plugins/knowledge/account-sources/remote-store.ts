import type { JsonSchema } from '#kernel';
import type {
  FoundItem,
  NewContent,
  Origin,
  PlaceAsk,
  SourcePlace,
  SourceSettings,
  TreeChange,
  TreeRow,
} from '#plugins/dataset-sources/contract.ts';
import type { RemoteCaller, RemoteFailure } from './remote-caller.ts';

/** What a source begins with, and the log that tells of its changes. */
export interface StoreRoot {
  readonly item: FoundItem;
  /** Of a person: "". */
  readonly log: string;
}

/** A page of a log. `restart`: the place in it is no good any more, and everything is to be listed again. */
export type LogAnswer =
  | {
      readonly kind: 'changes';
      readonly changes: readonly TreeChange[];
      /** Where the log goes on. */
      readonly token: string;
      readonly isLast: boolean;
    }
  | { readonly kind: 'restart' };

/** What came of reading a file. `failed`: it keeps its document; it is tried again when it changes, or soon where that may help. */
export type ReadFile =
  | { readonly kind: 'content'; readonly content: NewContent; readonly origin: Origin }
  | { readonly kind: 'failed'; readonly message: string; readonly isPassing?: boolean }
  /** It is none that becomes a document. */
  | { readonly kind: 'excluded'; readonly message: string };

/** Knows one service. What it throws: `RemoteError`, `RemoteLater`, and `invalidSource` where people are asking. */
export interface RemoteStore {
  /** Kind of its sources. */
  readonly kind: string;
  /** Of connected accounts. */
  readonly provider: string;
  /** What people call it. */
  readonly label: string;
  /** Object schema of its options. */
  readonly options: JsonSchema;
  /** Capabilities, any of which will do for sources with these settings; the best first. */
  capabilities(settings: Pick<SourceSettings, 'options'>): readonly string[];
  /** Milliseconds between two calls of an account, where the service wants that. */
  readonly pace?: number;
  /** What its service says of a failure. */
  failure(status: number, body: unknown): RemoteFailure;
  /** Finds what an address and options name, with the account, and completes them; `options.title` is the name of the source. */
  settle(caller: RemoteCaller, settings: SourceSettings): Promise<SourceSettings>;
  roots(caller: RemoteCaller, settings: SourceSettings): Promise<readonly StoreRoot[]>;
  /** Where the log is now. */
  start(caller: RemoteCaller, log: string): Promise<string>;
  changes(caller: RemoteCaller, log: string, token: string): Promise<LogAnswer>;
  /** All that lies in a folder. Fails where not all was told. */
  children(caller: RemoteCaller, folder: TreeRow): Promise<readonly FoundItem[]>;
  read(caller: RemoteCaller, file: TreeRow): Promise<ReadFile>;
  places(caller: RemoteCaller, ask: PlaceAsk): Promise<readonly SourcePlace[]>;
}
