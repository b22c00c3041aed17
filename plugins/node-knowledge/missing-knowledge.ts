import { mappingOf, type SettingAdvice } from '../../engine/contract.ts';
import { readMappings, readText, readTexts, type Settings } from './settings.ts';

/** What a builder should hear of knowledge bases where no plugin keeps any: runs go on, and find nothing in them. */
const remedy = 'runs find nothing in them: install a plugin that keeps knowledge, or take them out';

/** Of a retrieval node. */
export function knowledgeAdvice(data: Settings): readonly SettingAdvice[] {
  const field = Array.isArray(data.control_space_ids) ? 'control_space_ids' : 'dataset_ids';
  if (readTexts(data[field]).length === 0) return [];
  return [{ field, message: `names knowledge bases, and nothing here keeps any; ${remedy}.` }];
}

/** Of an app without a graph. */
export function knowledgeFeatureAdvice({ dataset_configs: configs }: Settings): readonly string[] {
  const listed = readMappings(mappingOf(mappingOf(configs).datasets).datasets).map((entry) => mappingOf(entry.dataset));
  if (!listed.some(({ id, enabled }) => readText(id) !== '' && enabled !== false)) return [];
  return [`The application names knowledge bases (dataset_configs), and nothing here keeps any; ${remedy}.`];
}
