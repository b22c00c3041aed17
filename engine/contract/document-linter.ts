import { type Contribution, extensionPoint } from '#kernel';
import type { DocumentModel } from './app-document.ts';
import type { JsonText } from './json-text.ts';

/** Something that a document needs and a workspace has not got. */
export interface MissingThing {
  /** `missing_model`, `missing_tool`: what kind of thing it is. */
  readonly code: string;
  /** With the places that name it and what to do: as an import tells it. */
  readonly message: string;
  /** The same where the place is told already. */
  readonly about: string;
  /** Nodes that name it; none: the app as a whole. */
  readonly nodeIds: readonly string[];
}

/** A document, as whoever knows what a workspace has looks at it. */
export interface NeedyDocument {
  readonly tree: JsonText;
  /** Each place that names a model. */
  readonly models: readonly DocumentModel[];
  /** Ids of knowledge bases, each once. */
  readonly datasetIds: readonly string[];
  /** `workflow.features`, or the `model_config` of an app without a graph. */
  readonly features: Readonly<Record<string, unknown>>;
  /** Nodes of its graph, those that can't be reached left out; of an app without one, what it compiles to. */
  readonly nodes: readonly {
    readonly id: string;
    readonly type: string;
    readonly place: string;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
}

/** Says what of an application will not work as its builder means it, and what of its plugins is here. */
export interface DocumentLinter extends Contribution {
  /**
   * Called at import and at publish with `workflow.features`, or with the `model_config` of an app without a graph; any
   * key may be missing or of another type. Each warning names the feature and says what to do; it keeps nothing from
   * running.
   */
  lint?(features: Readonly<Record<string, unknown>>): readonly string[];
  /** Names by which documents know what is installed here: of providers of models, of tools. No import warns of them. */
  brings?(): readonly string[];
  /**
   * What the document needs and this workspace has not got, each with its place and what to do. Told where a workspace
   * plans an import, imports and publishes. Nobody outside is contacted; what can't be told now is said so, not thrown.
   */
  missing?(document: NeedyDocument, workspaceId: string): Promise<readonly MissingThing[]>;
}

/** Where plugins that make features work contribute linters. */
export const DocumentLinters = extensionPoint<DocumentLinter>('engine.document-linters');
