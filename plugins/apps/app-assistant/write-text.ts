import { type DocumentOperation, isMapping, settingPath } from '#engine';
import type { AppProblem, KnownForms } from '#plugins/app-checks/contract.ts';
import { type Setting, settingsOf } from '#plugins/app-checks/contract.ts';
import { withoutThoughts } from '#plugins/node-llm/contract.ts';
import { type Asker, type AssistantParts, beginWork, judged, type Work } from './assistant.ts';
import { type DrawnNode, type Mapping, mappingOr } from './drawn-app.ts';
import { part, type TextKind, textInstruction } from './instructions.ts';
import type { Proposal } from './proposal.ts';
import { inWords } from './propose-change.ts';
import { summaryOf, textOf } from './read-answer.ts';
import { readObject } from './read-object.ts';
import { noField } from './refusals.ts';
import { inRounds, type Judged, type Step } from './rounds.ts';
import { placeOf, toldBefore, toldNode as toldSettings } from './told-app.ts';
import { toldNode } from './told-nodes.ts';

/** A text for one field of a node. */
export interface TextWish {
  readonly kind: TextKind;
  readonly nodeId: string;
  /** Below the node's `data`. */
  readonly field: string;
  readonly wish: string;
}

/** A change of one field, and what is written there as people read it. */
export interface WrittenText extends Proposal {
  readonly text: string;
}

/** Kinds of fields that each kind of text is written for. */
const fieldKinds: Readonly<Record<TextKind, readonly string[]>> = {
  code: ['code'],
  prompt: ['messages', 'template'],
  condition: ['cases', 'conditions'],
  'json-schema': ['json-schema'],
};

/** Asks a model to write one field, once it is known that it can be asked. Nothing is changed. */
export async function writeText(
  parts: AssistantParts,
  asker: Asker,
  wish: TextWish,
): Promise<AsyncGenerator<Step, WrittenText>> {
  const { checks, calls } = parts;
  const work = await beginWork(parts, asker);
  const { ready } = await calls.open(asker, asker.model);
  const { app, hidden, before } = work;
  const node = app.byId.get(wish.nodeId);
  if (node === undefined) throw noField();
  const setting = settingFor(checks.forms, { node, mode: app.mode }, wish);
  const [form, type] = [checks.forms.of(node), checks.forms.typeOf(node)];
  if (form === undefined || type === undefined) throw noField();
  const told = toldSettings(node, hidden);
  const near = before.filter(({ nodeId, field }) => nodeId === node.id && isAt(field, wish.field));
  const user = [
    part('What the node may name', hidden.hideText(toldBefore(app, checks.forms, node))),
    part('The node as it is', JSON.stringify(told)),
    part('The field that is written', wish.field),
    ...(near.length === 0
      ? []
      : [
          part(
            'Problems of the field now',
            near
              .map(inWords)
              .map((each) => hidden.hideText(each))
              .join('\n'),
          ),
        ]),
    part('What is wanted', hidden.hideText(wish.wish)),
  ].join('\n\n');
  const messages = [
    { role: 'system', content: textInstruction(wish.kind, toldNode({ form, type })).toWellFormed() },
    { role: 'user', content: user.toWellFormed() },
  ] as const;
  const judging = { work, node, setting, wish, workspaceId: asker.workspaceId };
  return inRounds({ calls, ready, signal: asker.signal }, messages, (answer) => judgeText(parts, judging, answer));
}

/** The setting of the node's form that a field is, or is a part of. */
function settingFor(
  forms: KnownForms,
  { node, mode }: { readonly node: DrawnNode; readonly mode: string },
  { kind, field }: TextWish,
): Setting {
  const form = forms.of(node);
  const settings = form === undefined ? [] : settingsOf(node, form, mode);
  const found = settings.find(
    ({ path, field: { kind: own, ...more } }) =>
      fieldKinds[kind].includes(own) && isAt(field, path) && !('is_secret' in more && more.is_secret === true),
  );
  if (found === undefined || !fits(kind, field.slice(found.path.length), found)) throw noField();
  return found;
}

/** What of a field's value is written: all of code and schemas, one message, one case. */
function fits(kind: TextKind, rest: string, { field, value }: Setting): boolean {
  if (kind === 'prompt' && field.kind === 'messages')
    return Array.isArray(value)
      ? /^\.\d{1,3}\.(?:text|jinja2_text)$/.test(rest) && Number(rest.split('.')[1]) < value.length
      : /^\.(?:text|jinja2_text)$/.test(rest);
  if (field.kind === 'cases')
    return Array.isArray(value) && /^\.\d{1,3}$/.test(rest) && Number(rest.slice(1)) < value.length;
  return rest === '';
}

const isAt = (field: string, path: string) => field === path || field.startsWith(`${path}.`);

interface JudgingText {
  readonly work: Work;
  readonly node: DrawnNode;
  readonly setting: Setting;
  readonly wish: TextWish;
  readonly workspaceId: string;
}

async function judgeText(parts: AssistantParts, judging: JudgingText, answer: string): Promise<Judged<WrittenText>> {
  const { work, node, wish, workspaceId } = judging;
  const read = answerOf(wish.kind, answer);
  if (read === null) return { result: null, complaints: ['It holds no JSON object that can be read.'] };
  const shown = work.hidden.show(read, placeOf(node.id, wish.field.split('.')[0] ?? ''));
  if (!shown.isWhole) return { result: null, complaints: ['A [[kept …]] mark may only stay where it stood.'] };
  const settings = writtenSettings(judging, mappingOr(shown.value));
  if (settings === null)
    return { result: null, complaints: ['What was asked for is missing in it, or is of another form.'] };
  const operations = settings.values.map(([path, value]) => operationAt(node, path, value));
  const change = { operations, summary: work.hidden.hideText(summaryOf(read)), leftOut: [] };
  const made = await judged(parts, work, { workspaceId, change });
  if ('refusal' in made) return { result: null, complaints: [made.refusal] };
  const near = (problem: AppProblem) =>
    problem.severity !== 'hint' &&
    (made.isNew(problem) || (problem.nodeId === node.id && isAt(problem.field, wish.field)));
  const problems = made.proposal.problems.filter(near);
  return { result: { ...made.proposal, problems, text: settings.text }, complaints: problems.map(inWords) };
}

/** The object of an answer; code that stands alone in a fence is code as well. */
function answerOf(kind: TextKind, answer: string): Mapping | null {
  const read = readObject(answer);
  if (kind !== 'code' || typeof read?.code === 'string') return read;
  const fenced = /```(?!json)[a-z0-9]*\n([\s\S]*?)```/i.exec(withoutThoughts(answer))?.[1];
  return fenced === undefined ? read : { code: fenced };
}

interface Settings {
  readonly values: readonly (readonly [string, unknown])[];
  readonly text: string;
}

/** What is written where; null: the answer has nothing of the kind. */
function writtenSettings(judging: JudgingText, answer: Mapping): Settings | null {
  const { setting, wish } = judging;
  switch (wish.kind) {
    case 'code':
      return writtenCode(judging, answer);
    case 'prompt':
      return typeof answer.text === 'string' && answer.text !== ''
        ? { values: [[wish.field, answer.text]], text: answer.text }
        : null;
    case 'condition':
      return writtenConditions(judging, answer);
    case 'json-schema': {
      if (!isMapping(answer.schema) || answer.schema.type !== 'object') return null;
      const text = JSON.stringify(answer.schema, null, 2);
      return { values: [[wish.field, typeof setting.value === 'string' ? text : answer.schema]], text };
    }
  }
}

/** Code, with the inputs it takes and the outputs it gives where these change. */
function writtenCode({ wish, node, work }: JudgingText, { code, inputs, outputs }: Mapping): Settings | null {
  if (typeof code !== 'string' || code === '') return null;
  const { data } = node;
  const values: [string, unknown][] = [[wish.field, code]];
  if (Array.isArray(inputs) && Array.isArray(data.variables)) {
    const read = inputs.filter(isMapping).map(({ variable, value_selector: selector, value_type: type }) => ({
      ...{ variable: textOf(variable), value_selector: Array.isArray(selector) ? selector.map(textOf) : [] },
      ...(textOf(type) !== '' && { value_type: textOf(type) }),
    }));
    values.push(['variables', read]);
  }
  if (isMapping(outputs) && isMapping(data.outputs)) values.push(['outputs', outputs]);
  // Nothing of them was hidden, and nothing of it comes back there.
  const isSafe = work.hidden.show(values.slice(1), '').isWhole;
  return isSafe ? { values, text: code } : null;
}

function writtenConditions({ setting, wish, work }: JudgingText, answer: Mapping): Settings | null {
  if (!Array.isArray(answer.conditions)) return null;
  const joiner = answer.logical_operator === 'or' ? 'or' : 'and';
  const conditions = answer.conditions.filter(isMapping).map((condition, at) => ({
    ...{ id: String(Date.now() + at), varType: textOf(condition.varType) || 'string' },
    variable_selector: Array.isArray(condition.variable_selector) ? condition.variable_selector.map(textOf) : [],
    comparison_operator: textOf(condition.comparison_operator),
    value:
      Array.isArray(condition.value) || typeof condition.value === 'boolean'
        ? condition.value
        : textOf(condition.value),
  }));
  if (conditions.length === 0) return null;
  const titleOf = (id: string) => work.app.byId.get(id)?.title || id;
  const text = conditions
    .map(({ variable_selector: [id = '', ...names], comparison_operator: operator, value }) =>
      [
        `${titleOf(id)} · ${names.join('.')}`,
        operator,
        Array.isArray(value) ? value.map(textOf).join(', ') : String(value),
      ]
        .join(' ')
        .trim(),
    )
    .join(`\n${joiner.toUpperCase()} `);
  const { field, ownerPath } = setting;
  const inOwner = (path: string) => (ownerPath === '' ? path : `${ownerPath}.${path}`);
  if (field.kind === 'cases')
    return {
      values: [
        [`${wish.field}.logical_operator`, joiner],
        [`${wish.field}.conditions`, conditions],
      ],
      text,
    };
  const operatorAt = field.kind === 'conditions' ? field.operator_at : '';
  return {
    values: [
      [wish.field, conditions],
      [inOwner(operatorAt), joiner],
    ],
    text,
  };
}

/** Sets a value where its owner need not be there yet. */
function operationAt({ id, data }: DrawnNode, path: string, value: unknown): DocumentOperation {
  const keys = path.split('.');
  let owner: unknown = data;
  for (let depth = 0; depth < keys.length - 1; depth++) {
    const next = isMapping(owner) || Array.isArray(owner) ? Reflect.get(owner, keys[depth] ?? '') : undefined;
    if (!isMapping(next) && !Array.isArray(next)) {
      const made = keys.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      return { path: settingPath(id, keys.slice(0, depth + 1).join('.')), set: made };
    }
    owner = next;
  }
  return { path: settingPath(id, path), set: value };
}
