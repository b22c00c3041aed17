import { type Contribution, extensionPoint } from '../../kernel/index.ts';

/** Says what of an application's features will not work as its builder means it, and what of its plugins is here. */
export interface DocumentAdviser extends Contribution {
  /**
   * Called at import and at publish with `workflow.features`, or with the `model_config` of an app without a graph; any
   * key may be missing or of another type. Each remark names the feature and says what to do; it keeps nothing from
   * running.
   */
  advise?(features: Readonly<Record<string, unknown>>): readonly string[];
  /** Names by which documents know what is installed here: of providers of models, of tools. No import warns of them. */
  brings?(): readonly string[];
}

/** Where plugins that make features work contribute their advice. */
export const DocumentAdvisers = extensionPoint<DocumentAdviser>('engine.document-advisers');
