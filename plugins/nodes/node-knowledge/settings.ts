import { mappingOf, numberOf, toJson } from '#engine';
import type { KnowledgeModel } from './contract.ts';

/** Readers of node settings: what is not of the expected kind reads as absent. */
export type Settings = Readonly<Record<string, unknown>>;

export function readMappings(value: unknown): readonly Settings[] {
  return Array.isArray(value) ? value.map(mappingOf) : [];
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function readNumber(value: unknown): number | null {
  const number = numberOf(value);
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(readText).filter((text) => text !== '') : [];
}

export function readModel(value: unknown): KnowledgeModel {
  const model = mappingOf(value);
  return {
    provider: readText(model.provider),
    name: readText(model.name),
    parameters: mappingOf(plain(model.completion_params)),
  };
}

/** What a host call can carry: whole floats lose their mark. */
export function plain(value: unknown): unknown {
  return JSON.parse(toJson(value ?? null));
}
