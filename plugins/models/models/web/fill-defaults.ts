import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, errorText } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';
import { MODEL_TYPES } from './model-types.ts';
import { modelsTexts } from './texts/en.ts';

type Model = Schemas['ModelName'] | null;
type Type = (typeof MODEL_TYPES)[number];

async function firstModels(): Promise<ReadonlyMap<Type, Model>> {
  const { data } = await call.get('/console/api/providers');
  // What there is without credentials is for trying: it is nobody's choice.
  const own = data.filter(({ configured, keyless }) => configured && !keyless);
  const models = own.flatMap(({ id, models }) =>
    models.filter(({ enabled }) => enabled).map(({ type, name }) => [type, { provider: id, model: name }] as const),
  );
  return new Map(models.reverse());
}

async function set(type: Type, model: Model): Promise<void> {
  const invalidates = ['/console/api/default-models'] as const;
  await call.put('/console/api/default-models', { body: { type, model }, invalidates });
}

/**
 * Makes a change of providers, or of their models. Where the workspace had no model of a type and no default, the first one
 * it gets by it becomes the default, with a way back; a default that there is stays.
 */
export async function fillingDefaults(change: () => Promise<void>): Promise<void> {
  const t = modelsTexts();
  const before = await firstModels();
  await change();
  const [after, { data: defaults }] = await Promise.all([firstModels(), call.get('/console/api/default-models')]);
  const gaps = MODEL_TYPES.flatMap((type) => {
    const model = after.get(type);
    const isFree = !before.has(type) && !defaults.some((each) => each.type === type && each.model !== null);
    return isFree && model != null ? [{ type, model }] : [];
  });
  if (gaps.length === 0) return;
  for (const { type, model } of gaps) await set(type, model);
  const undo = async () => {
    for (const { type } of gaps) await set(type, null);
  };
  const names = gaps.map(({ type, model }) => `${t.types[type] ?? type}: ${model.model}`);
  toast(t.defaultsFilled(names.join(', ')), {
    label: t.undo,
    run: () => void undo().catch((error: unknown) => toast(errorText(error))),
  });
}
