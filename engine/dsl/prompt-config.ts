/**
 * The prompt of an app without a graph, as settings of a model node. Its templates name variables `{{name}}` and the
 * special places `{{#context#}}`, `{{#histories#}}` and `{{#query#}}` (app DSL, model_config; templates).
 */
import type { VariableDeclaration } from '#engine';
import { isMapping, toJson } from '#engine/run/values/value.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

export interface PromptParts {
  /** Names of the start node's variables. */
  readonly names: ReadonlySet<string>;
  readonly startId: string;
  /** Template of what the user asks: `{{#sys.query#}}`, an input of a text generator, or "" when nothing is asked. */
  readonly query: string;
  readonly hasContext: boolean;
  readonly hasMemory: boolean;
}

const contextIntro = [
  'Use the following context, inside <context></context> XML tags, as what you know.',
  '<context>\n{{#context#}}\n</context>',
  "If it doesn't hold the answer, say that you don't know. Don't mention that you were given a context.",
].join('\n\n');

/** Settings `prompt_template` and `memory` of the model node. */
export function promptSettings(config: Mapping, parts: PromptParts): Mapping {
  const isCompletionModel = textAt(mappingAt(config, 'model'), 'mode') === 'completion';
  const isAdvanced = textAt(config, 'prompt_type') === 'advanced';
  const prefixes = mappingAt(mappingAt(config, 'completion_prompt_config'), 'conversation_histories_role');
  const template = isAdvanced
    ? advancedTemplate(config, parts, isCompletionModel)
    : simpleTemplate(config, parts, isCompletionModel);
  if (!parts.hasMemory) return { prompt_template: template };
  const memory = {
    role_prefix: {
      user: textAt(prefixes, 'user_prefix', 'Human'),
      assistant: textAt(prefixes, 'assistant_prefix', 'Assistant'),
    },
    window: { enabled: false, size: 10 },
    query_prompt_template: parts.query,
  };
  return { prompt_template: template, memory };
}

function simpleTemplate(config: Mapping, parts: PromptParts, isCompletionModel: boolean): unknown {
  const stored = textAt(config, 'pre_prompt');
  const prompt = nodeTemplate(stored, parts);
  const instructions = parts.hasContext && !stored.includes('{{#context#}}') ? join(contextIntro, prompt) : prompt;
  const query = asksQuery(stored, parts) ? '' : parts.query;
  if (isCompletionModel) {
    const dialogue = parts.hasMemory ? `{{#histories#}}\n\nHuman: ${parts.query}\n\nAssistant: ` : query;
    return { text: join(instructions, dialogue), edition_type: 'basic' };
  }
  // With memory the question follows the history; without it the question is a message, or else the prompt itself is.
  if (parts.hasMemory) return messages([['system', instructions]]);
  return query === ''
    ? messages([['user', instructions]])
    : messages([
        ['system', instructions],
        ['user', query],
      ]);
}

function advancedTemplate(config: Mapping, parts: PromptParts, isCompletionModel: boolean): unknown {
  if (isCompletionModel) {
    const text = textAt(mappingAt(mappingAt(config, 'completion_prompt_config'), 'prompt'), 'text');
    return { text: nodeTemplate(text, parts), edition_type: 'basic' };
  }
  const prompt = listAt(mappingAt(config, 'chat_prompt_config'), 'prompt').filter(isMapping);
  const stored = prompt.map((message) => textAt(message, 'text'));
  const list = prompt.map((message): [string, string] => [
    textAt(message, 'role', 'user'),
    nodeTemplate(textAt(message, 'text'), parts),
  ]);
  const isAsked = parts.hasMemory || stored.some((text) => asksQuery(text, parts));
  return messages(isAsked || parts.query === '' ? list : [...list, ['user', parts.query]]);
}

/** Whether a template names the user's question itself. */
function asksQuery(template: string, parts: PromptParts): boolean {
  return template.includes('{{#query#}}') || (!parts.hasMemory && template.includes('{{query}}'));
}

function messages(list: readonly (readonly [string, string])[]): Mapping[] {
  return list
    .filter(([, text]) => text.trim() !== '')
    .map(([role, text], index) => ({ id: `prompt-${index + 1}`, role, text, edition_type: 'basic' }));
}

/** What begins a placeholder of graphs, as a variable: values are not expanded, so it stays what it is. */
export const opening: VariableDeclaration = {
  id: 'opening',
  name: 'opening',
  description: 'Keeps text of the prompt that looks like a placeholder.',
  valueType: 'string',
  value: '{{#',
};
const openingMark = '{{#env.opening#}}';

/** Whether settings of a node need `opening` among the environment variables. */
export function namesOpening(settings: Mapping): boolean {
  return toJson(settings).includes(openingMark);
}

/** `{{name}}` of a declared variable → the start node's variable; everything else stays literal. */
export function nodeTemplate(template: string, parts: PromptParts): string {
  return template
    .replaceAll(/\{\{#(?!(?:context|histories|query)#\}\})/g, openingMark)
    .replaceAll('{{#query#}}', parts.query)
    .replace(/\{\{([A-Za-z_][A-Za-z0-9_]{0,29})\}\}/g, (whole: string, name: string) =>
      parts.names.has(name) ? `{{#${parts.startId}.${name}#}}` : whole,
    );
}

function join(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Where a completion model must stop, so that it does not go on with the user's next line. */
export function defaultStops(config: Mapping, hasMemory: boolean): readonly string[] {
  const isSimple = textAt(config, 'prompt_type') !== 'advanced';
  const isCompletionModel = textAt(mappingAt(config, 'model'), 'mode') === 'completion';
  return isSimple && isCompletionModel && hasMemory ? ['\nHuman:'] : [];
}

/** Whether any prompt of the configuration names the variable. */
export function promptNames(config: Mapping, name: string): boolean {
  const texts = [
    textAt(config, 'pre_prompt'),
    textAt(mappingAt(mappingAt(config, 'completion_prompt_config'), 'prompt'), 'text'),
    ...listAt(mappingAt(config, 'chat_prompt_config'), 'prompt').map((message) => textAt(message, 'text')),
  ];
  return texts.some((text) => text.includes(`{{${name}}}`) || text.includes(`{{#${name}#}}`));
}

/** Ids of the knowledge bases a configuration names; older documents list them among the agent's tools. */
export function datasetIds(config: Mapping): string[] {
  const listed = listAt(mappingAt(mappingAt(config, 'dataset_configs'), 'datasets'), 'datasets');
  const tools = listAt(mappingAt(config, 'agent_mode'), 'tools');
  const ids = [...listed, ...tools].flatMap((entry) => {
    const dataset = mappingAt(entry, 'dataset');
    const id = textAt(dataset, 'id');
    return id === '' || valueAt(dataset, 'enabled') === false ? [] : [id];
  });
  return [...new Set(ids)];
}
