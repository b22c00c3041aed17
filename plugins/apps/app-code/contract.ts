/**
 * Apps that are kept in files, for who brings the files: what applying them would do, and what an app looks like as one.
 *
 * Glossary
 * - key: the name files have for an app: `app.key` of the document, else the file's name.
 * - environment file: what models, knowledge bases and secrets that documents name are called in one workspace.
 */
import type { DocumentChange, JsonText, ParsedApp } from '#engine';
import { token } from '#kernel';

/** Documents that are planned and applied at a time. */
export const MAX_DOCUMENTS = 200;

/** A file as it was sent. */
export interface SourceFile {
  /** Its name, without folders. */
  readonly file: string;
  readonly yaml: string;
  /** Text of the layout beside it. */
  readonly layout?: string;
}

/** Something a document names that this workspace has not got. */
export interface Missing {
  readonly kind: 'model' | 'dataset' | 'secret' | 'tool';
  readonly name: string;
  /** Nodes that need it. */
  readonly places: readonly string[];
  readonly message: string;
}

/** What files want a workspace to be. */
export interface DesiredState {
  readonly documents: readonly SourceFile[];
  /** Text of an environment file. */
  readonly environment?: string;
  /** Values of environment variables that the environment file names. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly publish?: boolean;
  readonly prune?: boolean;
  /** Takes documents of versions that are not known. */
  readonly confirm?: boolean;
}

/** What applying does with an app; `unlisted`: no document names it, and it stays. */
export type Action = 'create' | 'update' | 'publish' | 'unchanged' | 'refused' | 'delete' | 'unlisted';

/** What becomes of one app. */
export interface PlanItem {
  readonly key: string;
  readonly file: string | null;
  readonly appId: string | null;
  readonly name: string;
  readonly action: Action;
  readonly publishes: boolean;
  /** An app that no file named so far has the document's name. */
  readonly takesOver: boolean;
  readonly changes: readonly DocumentChange[];
  readonly layoutChanged: boolean;
  readonly missing: readonly Missing[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** The state of the app that this was planned over. */
  readonly state: string;
  /** What will be taken over; never sent. */
  readonly parsed: ParsedApp | null;
}

/** What applying would do. */
export interface Plan {
  readonly items: readonly PlanItem[];
  /** Environment variables whose values are asked for. */
  readonly variables: readonly string[];
}

/** What is to be done, as it was planned. */
export interface ApplyRequest extends DesiredState {
  readonly note?: string;
  /** States of the plan that was looked at, by key. */
  readonly expected?: Readonly<Record<string, string>>;
  /** Applies what lacks something as well. */
  readonly allowMissing?: boolean;
}

/** What became of one app. */
export interface Outcome {
  readonly key: string;
  readonly appId: string | null;
  readonly name: string;
  readonly action: PlanItem['action'];
  /** Number of the version that was published. */
  readonly number: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Who applies. */
export interface CodeCaller {
  readonly workspaceId: string;
  /** As versions tell it. */
  readonly name: string;
  readonly accountId: string | null;
}

/** What files call their own, as models and knowledge bases of a workspace. */
export interface CodeNames {
  /** By `provider/model` of the workspace, what files write; the first where several do. */
  readonly models: ReadonlyMap<string, { readonly provider: string; readonly model: string }>;
  /** By id of the workspace. */
  readonly datasets: ReadonlyMap<string, string>;
}

/** Apps in files. */
export interface AppCode {
  /**
   * What applying would do; nothing is done. Throws `app-code.invalid_environment`. Secrets that an app has stay what they are; what is
   * published is told of (`publishes`) unless `publish` is false.
   */
  plan(workspaceId: string, desired: DesiredState): Promise<Plan>;
  /** Plans anew and does it. Throws `app-code.blocked` and `app-code.plan_changed` (conflict); nothing is done then. */
  apply(caller: CodeCaller, desired: ApplyRequest): Promise<readonly Outcome[]>;
  /** A tree as its file has it. */
  shown(tree: JsonText, key: string | null): { readonly document: string; readonly layout: string };
  /** An environment file backwards. Throws `app-code.invalid_environment`. */
  names(environment: string | undefined): CodeNames;
  /** The key of a file's document, or of a new app: letters, digits, dots, dashes and _ of a name; `app` where none is left. */
  keyOf(name: string): string;
}

/** The service of apps in files. */
export const AppCode = token<AppCode>('app-code.code');
