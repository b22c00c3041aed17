import type { Documents, ParsedApp } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import type { Models } from '#plugins/models/contract.ts';
import { modelTypes, type NeededModel, neededModels } from './document-needs.ts';
import type { ModelSwap, SwapStore } from './swap-store.ts';

export interface SwapParts {
  readonly documents: Documents;
  readonly models: Models;
  readonly swaps: SwapStore;
}

/** What could take the place of a model that a workspace lacks. */
export interface Suggestion {
  readonly provider: string;
  readonly model: string;
  /** An earlier import swapped the same model so. */
  readonly isRemembered: boolean;
}

/** A model's name as people write it, which a plan tells and an import takes. */
export function nameOfModel({ provider, model }: { readonly provider: string; readonly model: string }): string {
  return provider === '' ? model : `${provider}/${model}`;
}

/**
 * What could take the place of models: what did so before, else the workspace's default of their type, else the first there is.
 * Only what can be called is offered.
 */
export async function suggestions(
  { models, swaps }: SwapParts,
  workspaceId: string,
  lacking: readonly NeededModel[],
): Promise<ReadonlyMap<NeededModel, Suggestion>> {
  if (lacking.length === 0) return new Map();
  const [kept, defaults] = await Promise.all([swaps.list(workspaceId), models.defaults(workspaceId)]);
  const found = await Promise.all(
    lacking.map(async (wanted): Promise<(readonly [NeededModel, Suggestion])[]> => {
      const remembered = kept.find(({ from }) => isSame(from, wanted))?.to;
      if (remembered !== undefined && (await isCallable(models, workspaceId, wanted.type, remembered)))
        return [[wanted, { ...remembered, isRemembered: true }]];
      const [first] = await models.available(workspaceId, wanted.type);
      const byDefault = defaults.get(wanted.type) ?? (first && { provider: first.provider, model: first.name });
      return byDefault === undefined ? [] : [[wanted, { ...byDefault, isRemembered: false }]];
    }),
  );
  return new Map(found.flat());
}

/** Which models an import swaps. */
export interface AskedSwaps {
  /** By the names of those that the document names. */
  readonly named: Readonly<Record<string, string>>;
  /** Also what the workspace lacks, and has swapped before. */
  readonly remembered: boolean;
}

/**
 * The document with other models in it; what was swapped is remembered by `remember`, once it is imported. Throws
 * `import-plans.unknown_swap` for a name that the document has not, and `import-plans.unusable_swap` for a model that can't be called.
 */
export async function swapModels(
  parts: SwapParts,
  workspaceId: string,
  parsed: ParsedApp,
  { named, remembered }: AskedSwaps,
): Promise<{ readonly parsed: ParsedApp; readonly swapped: readonly ModelSwap[] }> {
  const needed = neededModels(parts.documents, parsed.tree);
  for (const name of Object.keys(named)) {
    if (needed.some((model) => nameOfModel(model) === name)) continue;
    const known = [...new Set(needed.map(nameOfModel))].join(', ') || 'none';
    const message = `The document names no model ${JSON.stringify(name.slice(0, 200))}; it names: ${known}.`;
    throw new PlatformError('invalid', 'import-plans.unknown_swap', message, { field: 'swap_models' });
  }
  const swapped = (
    await Promise.all(
      needed.map(async (from): Promise<ModelSwap[]> => {
        const to = Object.hasOwn(named, nameOfModel(from)) ? named[nameOfModel(from)] : undefined;
        return to === undefined ? [] : [{ from, to: await usable(parts.models, workspaceId, from, to) }];
      }),
    )
  ).flat();
  if (remembered) swapped.push(...(await rememberedSwaps(parts, workspaceId, needed, swapped)));
  if (swapped.length === 0) return { parsed, swapped };
  const tree = parts.documents.withModels(parsed.tree, ({ provider, model, type }) => {
    const wanted = { provider, model, type: modelTypes[type] };
    return swapped.find(({ from }) => isSame(from, wanted))?.to ?? null;
  });
  // What was missing may be there now.
  const [before, after] = await Promise.all(
    [parsed.tree, tree].map((each) => parts.documents.missing(each, { workspaceId })),
  );
  const others = parsed.warnings.filter((warning) => !before?.some((one) => warning.includes(one)));
  return { parsed: { ...parsed, tree, warnings: [...others, ...(after ?? [])] }, swapped };
}

async function rememberedSwaps(
  parts: SwapParts,
  workspaceId: string,
  needed: readonly NeededModel[],
  done: readonly ModelSwap[],
): Promise<ModelSwap[]> {
  const open = needed.filter((model) => !done.some(({ from }) => isSame(from, model)));
  const callable = await Promise.all(open.map((model) => isCallable(parts.models, workspaceId, model.type, model)));
  const lacking = open.filter((_, index) => callable[index] === false);
  const offered = await suggestions(parts, workspaceId, lacking);
  return [...offered].flatMap(([from, { isRemembered, provider, model }]) =>
    isRemembered ? [{ from, to: { provider, model } }] : [],
  );
}

/** `provider/model`: ids of providers have no slash, names of models may. */
async function usable(
  models: Models,
  workspaceId: string,
  { type }: NeededModel,
  name: string,
): Promise<ModelSwap['to']> {
  const at = name.indexOf('/');
  const [provider, model] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  try {
    const ready = await models.model(workspaceId, type, { provider, model });
    return { provider: ready.provider, model: ready.description.name };
  } catch (error) {
    if (!isPlatformError(error) || error.kind !== 'invalid') throw error;
    const message = `${JSON.stringify(name.slice(0, 200))} can't take the place of a model: ${error.message}`;
    throw new PlatformError('invalid', 'import-plans.unusable_swap', message, { field: 'swap_models' });
  }
}

async function isCallable(
  models: Models,
  workspaceId: string,
  type: NeededModel['type'],
  { provider, model }: { readonly provider: string; readonly model: string },
): Promise<boolean> {
  try {
    await models.model(workspaceId, type, { provider, model });
    return true;
  } catch (error) {
    if (isPlatformError(error) && error.kind === 'invalid') return false;
    throw error;
  }
}

function isSame(left: NeededModel, right: NeededModel): boolean {
  return left.type === right.type && left.provider === right.provider && left.model === right.model;
}
