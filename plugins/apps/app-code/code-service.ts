import type { JsonText } from '#engine';
import { type ApplierParts, applyState } from './applier.ts';
import { readBindings } from './bindings.ts';
import type { AppCode, ApplyRequest, CodeCaller, CodeNames, DesiredState } from './contract.ts';
import { makePlan } from './planner.ts';
import { shownCode } from './shown-code.ts';

/** Longest key of a new app. */
const MAX_KEY_LENGTH = 60;

/** Apps in files, for other plugins. */
export class CodeService implements AppCode {
  readonly #parts: ApplierParts;

  constructor(parts: ApplierParts) {
    this.#parts = parts;
  }

  plan(workspaceId: string, desired: DesiredState) {
    return makePlan(this.#parts, workspaceId, desired);
  }

  apply(caller: CodeCaller, desired: ApplyRequest) {
    return applyState(this.#parts, caller, desired);
  }

  shown(tree: JsonText, key: string | null) {
    return shownCode(this.#parts.documents, tree, key);
  }

  names(environment: string | undefined): CodeNames {
    const bindings = readBindings(this.#parts.documents, environment);
    const models = new Map<string, { provider: string; model: string }>();
    for (const [written, here] of bindings.models) {
      const slash = written.indexOf('/');
      const provider = slash === -1 ? '' : written.slice(0, slash);
      const name = `${here.provider}/${here.model}`;
      if (!models.has(name)) models.set(name, { provider, model: written.slice(slash + 1) });
    }
    const datasets = new Map<string, string>();
    for (const [written, id] of bindings.datasets) if (!datasets.has(id)) datasets.set(id, written);
    return { models, datasets };
  }

  keyOf(name: string): string {
    const plain = name.normalize('NFKD').toLowerCase();
    const letters = plain.replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z0-9]+/g, '-');
    return letters.slice(0, MAX_KEY_LENGTH).replaceAll(/^-+|-+$/g, '') || 'app';
  }
}
