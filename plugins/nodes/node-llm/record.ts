import { type NodeContext, secretMask, type Usage } from '#engine';
import type { ReadyLlm } from '#plugins/models/contract.ts';
import type { Draft } from './draft.ts';
import type { ModelSettings } from './model-settings.ts';

export interface CallRecord {
  readonly inputs: Record<string, unknown>;
  readonly processData: Record<string, unknown>;
}

/** What the run's record keeps of the call: prompts as sent, without secret values and without credentials. */
export function callRecord(
  { settings, model }: { readonly settings: ModelSettings; readonly model: ReadyLlm },
  prompt: { readonly drafts: readonly Draft[]; readonly inputs: Readonly<Record<string, unknown>> },
  context: NodeContext,
): CallRecord {
  const mask = secretMask(context.variables);
  const inputs: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(prompt.inputs))
    inputs[name] = typeof value === 'string' ? mask.text(value) : value;
  return {
    inputs,
    processData: {
      model_mode: settings.mode,
      ...usedModel(settings, model),
      prompts: prompt.drafts.map(({ role, text, files }) => ({
        role,
        text: mask.text(text),
        // Files may carry their content in the address.
        files: files.map((file) => (file.type === 'text' ? file : { ...file, url: file.url.slice(0, 200) })),
      })),
    },
  };
}

/** A model as its document names it, and where that names none the default that was used. */
export function usedModel({ provider, model }: ModelSettings, used: ReadyLlm) {
  const isDefault = provider.trim() === '' && model.trim() === '';
  return {
    model_provider: isDefault ? used.provider : provider,
    model_name: isDefault ? used.description.name : model,
  };
}

/**
 * The record with the model that was called, where a budget put another in the place of the document's, and with the set of
 * credentials, where it may be called with several.
 */
export function answeredBy<Data extends Readonly<Record<string, unknown>>>(
  { replacement, credentialSet = null }: ReadyLlm,
  processData: Data,
) {
  const told = credentialSet === null ? processData : { ...processData, credential_set: credentialSet };
  if (replacement === null) return told;
  return { ...told, model_provider: replacement.provider, model_name: replacement.model };
}

/** `execution_metadata` of a node that used a model (runtime API, node events). */
export function usageMetadata(usage: Usage): Readonly<Record<string, unknown>> {
  return { total_tokens: usage.totalTokens, total_price: usage.totalPrice, currency: usage.currency };
}
