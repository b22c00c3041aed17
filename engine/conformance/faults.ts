/** What a failure's text tells: only it names the variable or the thing that is missing. */
import { systemVariablesOf } from '#engine';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from '#engine/dsl/tree.ts';
import { type NodeView, nodesOf } from './needs.ts';
import type { NodeEnd, RunStory } from './run-story.ts';

/** Outputs that the DSL promises of a node that ran; other names are the document's own idea. */
const promised: Readonly<Record<string, readonly string[]>> = {
  llm: ['text', 'usage', 'finish_reason', 'reasoning_content'],
  'http-request': ['body', 'status_code', 'headers', 'files'],
  'template-transform': ['output'],
  'document-extractor': ['text'],
  'list-operator': ['result', 'first_record', 'last_record'],
  'knowledge-retrieval': ['result'],
  'question-classifier': ['class_id', 'class_name'],
  'parameter-extractor': ['__is_success', '__reason'],
  tool: ['text', 'files', 'json'],
  agent: ['text', 'files', 'json'],
  iteration: ['output'],
};

/** A node that was never told what to work with: not the same as missing what it was told. */
export function isIncomplete({ error }: NodeEnd): boolean {
  return /\b(?:names|has) no (?:model|strategy|tool)\b/.test(error ?? '');
}

/** Whether a request failed at a JSON body that is JSON whatever its placeholders hold: all of them stand inside quotes. */
export function isSoundBody({ nodeId, errorType }: NodeEnd, tree: Mapping): boolean {
  if (errorType !== 'RequestBodyError') return false;
  const body = mappingAt(nodesOf(tree).find(({ id }) => id === nodeId)?.data, 'body');
  const data = valueAt(body, 'data');
  const [item] = Array.isArray(data) ? data : [{ value: data }];
  try {
    // A placeholder outside quotes makes it none.
    JSON.parse(textAt(item, 'value').replaceAll(/\{\{#[^#]*#\}\}/g, 'x'));
    return textAt(body, 'type') === 'json';
  } catch {
    return false;
  }
}

/** Who is to blame for a variable a node did not find; null when that is not why it failed. */
export function missingVariable({ error }: NodeEnd, story: RunStory, tree: Mapping): 'own' | 'failed' | null {
  const [, name] =
    /variable (?:not found for selector: )?([^\s,:]+?)(?:, which has no value| of the required parameter| not found|$)/i.exec(
      error ?? '',
    ) ?? [];
  if (name === undefined) return null;
  return isNeverThere(name.split('.'), story, tree) ? 'own' : 'failed';
}

/** Whether a selector names no node, a node that did not run, or an output that nobody promised. */
function isNeverThere([id = '', name = '']: readonly string[], story: RunStory, tree: Mapping): boolean {
  if (id === 'sys') return !systemNames(tree).includes(name);
  if (id === 'env' || id === 'conversation') return !isDeclared(id, name, tree);
  const node = nodesOf(tree).find((candidate) => candidate.id === id);
  const runs = story.nodes.filter(({ nodeId }) => nodeId === id);
  if (node === undefined || runs.length === 0) return true;
  return runs.some(({ outputs }) => Object.hasOwn(outputs, name)) || !outputsOf(node).includes(name);
}

function systemNames(tree: Mapping): readonly string[] {
  const isChat = textAt(mappingAt(tree, 'app'), 'mode') === 'advanced-chat';
  return [...systemVariablesOf(isChat ? 'advanced-chat' : 'workflow')];
}

function isDeclared(scope: string, name: string, tree: Mapping): boolean {
  const key = scope === 'env' ? 'environment_variables' : 'conversation_variables';
  return listAt(mappingAt(tree, 'workflow'), key).some((variable) => textAt(variable, 'name') === name);
}

function outputsOf({ type, data }: NodeView): readonly string[] {
  if (type === 'start') return listAt(data, 'variables').map((variable) => textAt(variable, 'variable'));
  if (type === 'code') return Object.keys(mappingAt(data, 'outputs'));
  if (type === 'parameter-extractor') {
    return [...(promised[type] ?? []), ...listAt(data, 'parameters').map((parameter) => textAt(parameter, 'name'))];
  }
  return Object.hasOwn(promised, type) ? (promised[type] ?? []) : [];
}
