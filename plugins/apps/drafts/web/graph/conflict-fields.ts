import { appPanelTexts } from '#plugins/drafts/web/app-panel/texts/en.ts';
import { placesOf } from '#plugins/drafts/web/configuration/config-places.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import {
  applyAll,
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  valueAt,
} from '#plugins/drafts/web/document/operations.ts';
import { conflictTexts } from '#plugins/drafts/web/editor/conflict-texts/en.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { namedText, type TitleOf, titlesOf } from './card-rows.ts';
import { fieldLabels } from './field-labels.ts';
import type { Forms } from './forms.ts';
import { dataPath, edgesPath, graphPath, keysOf, nodePath, nodesPath, readGraph, textOf } from './read-graph.ts';

/** A field that two people have changed: whose it is, and what each wrote. */
export interface ConflictField {
  readonly key: string;
  /** Title of the node, or of the part of the app. */
  readonly title: string;
  readonly label: string;
  /** Own changes of it. */
  readonly operations: readonly DocumentOperation[];
  /** As text; null: it is deleted there. */
  readonly mine: string | null;
  readonly theirs: string | null;
  /** False: the place of the own change is gone. */
  readonly canKeep: boolean;
}

interface Place {
  readonly path: Path;
  readonly title: string;
  readonly label: string;
}

/** Own changes of a conflict by the fields they are of, as people know these. */
export function conflictFields(
  tree: Mapping,
  own: readonly DocumentOperation[],
  { forms, mode }: { readonly forms: Forms; readonly mode: string },
): readonly ConflictField[] {
  const named = placeNames(tree, forms, mode);
  const titleOf = titlesOf(readGraph(tree));
  const groups = Map.groupBy(own, ({ path }) => JSON.stringify(named(path).path));
  return [...groups].map(([key, operations]): ConflictField => {
    const { path, title, label } = named(operations[0]?.path ?? []);
    const made = madeOf(tree, operations);
    const last = operations.at(-1);
    const lost = last !== undefined && 'set' in last ? last.set : undefined;
    return {
      ...{ key, title, label, operations, canKeep: made !== null },
      mine: valueText(made === null ? lost : valueAt(made, path), titleOf),
      theirs: valueText(valueAt(tree, path), titleOf),
    };
  });
}

function madeOf(tree: Mapping, operations: readonly DocumentOperation[]): Mapping | null {
  try {
    return applyAll(tree, operations).tree;
  } catch {
    return null;
  }
}

function placeNames(tree: Mapping, forms: Forms, mode: string): (path: Path) => Place {
  const labels = fieldLabels(tree, forms);
  const { byId } = readGraph(tree);
  return (path) => {
    const member = path[nodesPath.length];
    const isNode = nodesPath.every((step, at) => path[at] === step) && typeof member === 'object';
    if (!isNode) return appPlace(path, tree, mode);
    return nodePlace(path, { id: member.id, title: byId.get(member.id)?.title || member.id, labels });
  };
}

function nodePlace(
  path: Path,
  {
    id,
    title,
    labels,
  }: { readonly id: string; readonly title: string; readonly labels: ReturnType<typeof fieldLabels> },
): Place {
  const t = buildTexts();
  const own = nodePath(id);
  const key = path[own.length];
  if (typeof key !== 'string') return { path: own, title, label: conflictTexts().wholeNode };
  const rest = path.slice(own.length + 1);
  if (key !== 'data') return { path: [...own, key], title, label: conflictTexts().cardPlace };
  const step = rest[0];
  if (typeof step !== 'string') return { path: dataPath(id), title, label: t.data };
  const at = rest.slice(0, rest.findIndex((each) => typeof each !== 'string') >>> 0).join('.');
  const found = labels(id, at);
  // The longest path below which the form has the same field.
  let keys = keysOf(at);
  while (found !== null && keys.length > 1 && labels(id, keys.slice(0, -1).join('.')) === found)
    keys = keys.slice(0, -1);
  if (found !== null) return { path: [...dataPath(id), ...keys], title, label: found };
  const known: Readonly<Record<string, string>> = { title: t.title, desc: t.description };
  return { path: [...dataPath(id), step], title, label: known[step] ?? step };
}

/** What belongs to no node. */
function appPlace(path: Path, tree: Mapping, mode: string): Place {
  const [t, c, p] = [buildTexts(), configurationTexts(), appPanelTexts()];
  const begins = (start: Path) => start.every((step, at) => JSON.stringify(step) === JSON.stringify(path[at]));
  const places = placesOf(tree, mode);
  const title = t.wholeApp;
  if (begins(edgesPath)) return { path: edgesPath, title, label: conflictTexts().edgesOf };
  if (begins(graphPath)) return { path: graphPath, title, label: t.canvas };
  for (const [list, label] of [
    ['environment_variables', p.env],
    ['conversation_variables', p.conversation],
  ] as const) {
    const start: Path = ['workflow', list];
    const at = begins(start) ? path[start.length] : undefined;
    if (at === undefined) continue;
    const variable = valueAt(tree, [...start, at]);
    return { path: [...start, at], title: label, label: isMapping(variable) ? textOf(variable.name) : label };
  }
  const isGraph = places.features[0] === 'workflow';
  if (!isGraph && begins(places.instructions))
    return { path: places.instructions, title, label: mode === 'completion' ? c.prompt : c.instructions };
  if (!isGraph && begins(places.model)) return { path: places.model, title, label: c.model };
  const words: Readonly<Record<string, string>> = {
    ...{ opening_statement: c.openingStatement, suggested_questions: c.suggested, user_input_form: c.inputs },
    ...{ suggested_questions_after_answer: c.followUp, speech_to_text: c.speechIn, text_to_speech: c.speechOut },
    ...{ retriever_resource: c.citations, sensitive_word_avoidance: c.moderation, file_upload: c.files },
    ...{ dataset_configs: c.knowledge, agent_mode: c.agent, name: t.name, description: t.description },
  };
  const isFeature = begins(places.features);
  const length = isFeature ? places.features.length + 1 : Math.min(path.length, 2);
  const step = path[length - 1];
  const name = typeof step === 'object' ? step.id : String(step ?? '');
  return { path: path.slice(0, length), title: isFeature ? c.features : title, label: words[name] ?? name };
}

/** A value as people read it: texts as they are, messages by role, other things as JSON. null: there is none. */
function valueText(value: unknown, titleOf: TitleOf): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return namedText(value, titleOf);
  const isMessages =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isMapping(item) && typeof item.role === 'string' && typeof item.text === 'string');
  if (!isMessages) return JSON.stringify(value, null, 2);
  const roles = buildTexts().roles;
  return (value as readonly Mapping[])
    .map((item) => {
      const text = item.edition_type === 'jinja2' ? textOf(item.jinja2_text) : textOf(item.text);
      return `${roles[textOf(item.role)] ?? textOf(item.role)}:\n${namedText(text, titleOf)}`;
    })
    .join('\n\n');
}
