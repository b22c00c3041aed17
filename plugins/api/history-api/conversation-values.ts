import {
  type CompiledApp,
  fromJson,
  type GraphDocument,
  type JsonText,
  toJson,
  type VariableDeclaration,
} from '#engine';
import { namedId } from '#kernel';
import type { Conversation, KeptVariable } from '#plugins/conversations/contract.ts';

/** A variable of a conversation with the value in force. */
export interface ConversationValue extends KeptVariable {
  readonly id: string;
  readonly description: string;
}

const declared = new WeakMap<CompiledApp, readonly VariableDeclaration[]>();

/** Those the app declares, in its order, then those that only earlier versions knew. */
export function conversationValues(
  conversation: Conversation,
  compiled: CompiledApp | undefined,
  kept: readonly KeptVariable[],
): readonly ConversationValue[] {
  const declarations = compiled === undefined ? [] : declarationsOf(compiled);
  const known = declarations.map((declaration) => {
    const own = kept.find(({ name }) => name === declaration.name);
    return withIdentity(conversation, own ?? untouched(conversation, declaration), declaration.description);
  });
  const names = new Set(known.map(({ name }) => name));
  const old = kept.filter(({ name }) => !names.has(name)).map((variable) => withIdentity(conversation, variable, ''));
  return [...known, ...old];
}

/** A text as it is, anything else as JSON (runtime API, conversation variables). */
export function shownValue(value: JsonText): string {
  const parsed = value.startsWith('"') ? fromJson(value) : value;
  return typeof parsed === 'string' ? parsed : value;
}

function declarationsOf(compiled: CompiledApp): readonly VariableDeclaration[] {
  const found = declared.get(compiled);
  if (found !== undefined) return found;
  const { conversationVariables } = fromJson(compiled.graph.text) as GraphDocument;
  declared.set(compiled, conversationVariables);
  return conversationVariables;
}

function untouched({ createdAt }: Conversation, { name, valueType, value }: VariableDeclaration): KeptVariable {
  return { name, valueType, value: toJson(value), createdAt, updatedAt: createdAt };
}

/** The id follows from conversation and name: a variable has it before it is ever set. */
function withIdentity({ id }: Conversation, variable: KeptVariable, description: string): ConversationValue {
  return { ...variable, id: namedId(`variable:${variable.name}`, id), description };
}
