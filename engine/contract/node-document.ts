/** The settings of a node: its `data` in the document. */
type Data = Readonly<Record<string, unknown>>;

/** Moves a value to a secret environment variable; returns the placeholder to write in its place. */
export type MoveCredential = (value: string, suggestedName: string, field: string) => string;

/** Where a node holds a secret. */
export interface SecretPlace {
  /** Below `data`. */
  readonly field: string;
  /** Whether the node does anything with it as it is set. */
  readonly isUsed: boolean;
}

/**
 * What documents hold of a node type besides what runs: older spellings, what belongs to one workspace only, what only
 * draws. Declared beside the node type; every hook is optional, called on the main thread with data that may not fit the
 * schema, and returns a copy where something changes. A type that nobody brings has none: its nodes stay as
 * they are, but for the ids of credentials (`credential_id`), which exports leave out.
 */
export interface NodeDocument {
  /** Names the type had before. */
  readonly formerTypes?: readonly string[];
  /** A graph may have one node of the type; what several are called (`schedules`), for the message that refuses them. */
  readonly onlyOne?: string;
  /** Keys of the settings that only say how a node is drawn, besides `selected`. */
  readonly drawnKeys?: readonly string[];
  /** Version of a node that names none; default 1. */
  version?(data: Data): string;
  /** Older spellings as today's. Works on the graph that is compiled: the stored document stays as it was imported. */
  upgrade?(data: Data): Data;
  /** The settings with what of the rest of the document belongs to the node. */
  complete?(data: Data, document: Data): Data;
  /** The settings as an export has them (app DSL, export). */
  exported?(data: Data, options: { readonly secrets: boolean }): Data;
  /** Canonical form: the settings without what only means something in its own workspace. */
  withoutLocal?(data: Data): Data;
  /** And back: with what the same node of another draft of the app holds of it. */
  withLocal?(data: Data, other: Data): Data;
  /** Ids of knowledge bases replaced, or left out for null. The same object when none is. */
  mapDatasets?(data: Data, replace: (id: string) => string | null): Data;
  /** Providers of models that the settings name, besides `model.provider`. */
  providers?(data: Data): readonly string[];
  /** Fields that seem to hold a credential in plain text. */
  credentialFields?(data: Data): readonly string[];
  /** The settings with such credentials moved. The same object when there are none. */
  moveCredentials?(data: Data, move: MoveCredential): Data;
  /**
   * The texts that are secrets where somebody typed them, changed: they are sealed beside the document, and marks stand for them where it
   * is kept and shown. The node finds placeholders of variables there, and must render them. The same object when nothing changes.
   */
  mapSecrets?(data: Data, change: (text: string, place: SecretPlace) => string): Data;
  /** Names of the outputs, where the settings say them all; for warnings. */
  outputs?(data: Data): readonly string[];
  /** Selectors of the variables that a node assigns; for warnings. */
  assigns?(data: Data): readonly (readonly string[])[];
  /** Whether a text under a key may hold placeholders; default yes. For warnings. */
  hasPlaceholders?(key: string): boolean;
  /** By key of the settings, placeholders that the node fills in itself: no variables. For warnings. */
  readonly ownPlaceholders?: Readonly<Record<string, readonly string[]>>;
}
