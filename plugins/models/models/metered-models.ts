import { type Contributions, isPlatformError } from '#kernel';
import type {
  BudgetGuard,
  MeteredApp,
  ModelName,
  ModelReference,
  Models,
  ReplacementModel,
  ResolvedModel,
} from './contract.ts';

export interface MeteredParts {
  readonly guards: Pick<Contributions<BudgetGuard>, 'all'>;
  readonly providerOf: Models['providerOf'];
  /** As the model is in a run, or now. */
  resolve(workspaceId: string, reference: ModelReference, runId?: string): Promise<ResolvedModel>;
}

/** Who calls: a run, or an app outside of one. */
type CallingApp = MeteredApp & { readonly runId?: string };

/** Which model a call goes to, where guards may have a say in it. */
export class MeteredModels {
  readonly #parts: MeteredParts;

  constructor(parts: MeteredParts) {
    this.#parts = parts;
  }

  watches(app: MeteredApp): boolean {
    return this.#parts.guards.all().some((guard) => guard.applies(app));
  }

  /** The model of a reference, or the one that is to be called in its place: who opens it learns what that one can do. */
  async resolve(app: CallingApp, reference: ModelReference): Promise<ResolvedModel> {
    const { guards, resolve } = this.#parts;
    const replacement =
      reference.type === 'llm' ? firstOf(guards.all(), (guard) => guard.replacementFor(app)) : undefined;
    if (replacement !== undefined && !(await this.#isSame(app, reference, replacement))) {
      try {
        return await this.#replaced(app, replacement);
      } catch (error) {
        // The call will be refused, and told why.
        if (!isUnusable(error)) throw error;
      }
    }
    return resolve(app.workspaceId, reference, app.runId);
  }

  /** Asks all guards about a call. Throws where it may not be made; null: it goes to the model that was named. */
  async allow(app: CallingApp, named: ModelReference): Promise<ResolvedModel | null> {
    let replacement: ReplacementModel | undefined;
    for (const guard of this.#parts.guards.all()) {
      if (!guard.applies(app)) continue;
      const found = await guard.allow(app);
      replacement ??= found;
    }
    if (replacement === undefined || named.type !== 'llm' || (await this.#isSame(app, named, replacement))) return null;
    try {
      return await this.#replaced(app, replacement);
    } catch (error) {
      throw isUnusable(error) ? replacement.refusal(error.message) : error;
    }
  }

  async #replaced({ workspaceId, runId }: CallingApp, { provider, model }: ModelName): Promise<ResolvedModel> {
    const resolved = await this.#parts.resolve(workspaceId, { type: 'llm', provider, model }, runId);
    return { ...resolved, isReplacement: true };
  }

  async #isSame({ workspaceId }: CallingApp, named: ModelName, { provider, model }: ModelName): Promise<boolean> {
    return named.model.trim() === model && (await this.#parts.providerOf(workspaceId, named.provider)) === provider;
  }
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The model is gone, switched off or not set up: not that the database is away. */
function isUnusable(error: unknown): error is Error {
  return isPlatformError(error) && error.kind === 'invalid';
}
