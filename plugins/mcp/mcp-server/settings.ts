/** A server as it is kept: of an app, or of a whole workspace. */
export interface ServerPlace {
  readonly workspaceId: string;
  /** null: all apps of the workspace that are switched on. */
  readonly appId: string | null;
}

/** What is set for one. */
export interface ServerSettings extends ServerPlace {
  readonly isEnabled: boolean;
  /** Of the tool, for callers; '': none was given yet, and of a workspace's server always. */
  readonly name: string;
  /** For models. '': that of the app. */
  readonly description: string;
  /** What models are told of inputs, by their names. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Of the code in its address, the hash and the last letters; null: it has none. */
  readonly codeHash: string | null;
  readonly codeEnd: string | null;
}

/** What may be changed; what is absent stays. */
export interface ServerChanges {
  readonly isEnabled?: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The id of a server: its app's, or its workspace's. */
export function serverId({ workspaceId, appId }: ServerPlace): string {
  return appId ?? workspaceId;
}

/** A server for which nothing was set. */
export function defaultSettings(place: ServerPlace): ServerSettings {
  return { ...place, isEnabled: false, name: '', description: '', parameters: {}, codeHash: null, codeEnd: null };
}
