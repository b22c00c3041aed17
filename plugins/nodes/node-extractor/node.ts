import { type NodeContext, type NodeImplementation, type NodeResult, toText } from '#engine';
import type { ModelDescription, ToolCall } from '#plugins/models/contract.ts';
import {
  askModel,
  isHeldToSchema,
  openModel,
  pastText,
  type Question,
  questionDrafts,
  type Reply,
  readJsonObject,
  seenFiles,
  usageMetadata,
} from '#plugins/node-llm/contract.ts';
import { type CompiledExtractor, compileExtractor } from './compiled.ts';
import { parameterSchema } from './parameter.ts';
import { extractorMessage, extractorRules, FUNCTION } from './prompt.ts';
import { readValues } from './read-values.ts';

export const node: NodeImplementation<CompiledExtractor> = { compile: compileExtractor, run: runExtractor };

/**
 * Succeeds with whatever the model says; only a failed call of the model fails the node (app DSL, parameter-extractor).
 */
async function runExtractor(extractor: CompiledExtractor, context: NodeContext): Promise<NodeResult> {
  const { settings, parameters, memory, vision } = extractor;
  const model = await openModel(settings, context);
  const { description } = model;
  const query = extractor.query === null ? '' : toText(context.variables.get(extractor.query));
  const isCall = canCall(extractor, description);
  const known = { parameters, instruction: context.render(extractor.instruction, 'text'), isCall };
  const message = extractorMessage(query, isCall);

  const texts = [extractorRules({ ...known, past: '' }), message];
  const past = await pastText(memory, context, { settings, description, texts });
  const { files, contents } = seenFiles(vision, context, description);
  const rules = extractorRules({ ...known, past });
  const form = answerForm(extractor, description);
  const reply = await askModel(
    {
      settings,
      model,
      drafts: questionDrafts(settings.mode, { rules, message, files: contents }),
      inputs: { query, ...(files.length === 0 ? {} : { '#files#': files }) },
      ...form,
    },
    context,
  );
  const { values, problems } = readValues(replyObject(reply), parameters);
  return {
    outputs: {
      ...values,
      __is_success: problems.length === 0 ? 1 : 0,
      __reason: problems.length === 0 ? null : problems.join(' '),
      __usage: reply.spent,
    },
    inputs: reply.record.inputs,
    processData: {
      ...reply.record.processData,
      function: form.tools?.[0] ?? {},
      tool_call: shownCall(reply.toolCalls[0]),
    },
    usage: reply.usage,
    metadata: usageMetadata(reply.usage),
  };
}

/** Models that are known not to call functions, or only go on writing, are asked for JSON instead. */
function canCall({ wantsCall, settings }: CompiledExtractor, { features }: ModelDescription): boolean {
  return wantsCall && settings.mode === 'chat' && features?.includes('tool-call') !== false;
}

function answerForm(
  extractor: CompiledExtractor,
  description: ModelDescription,
): Pick<Question, 'tools' | 'toolChoice' | 'parallelToolCalls' | 'jsonSchema'> {
  const schema = parameterSchema(extractor.parameters);
  if (canCall(extractor, description)) {
    return {
      tools: [{ name: FUNCTION, description: 'Takes the values that were read out of the text.', parameters: schema }],
      ...(isForceable(description) && { toolChoice: { name: FUNCTION }, parallelToolCalls: false }),
    };
  }
  return extractor.settings.mode === 'chat' && isHeldToSchema(description) ? { jsonSchema: schema } : {};
}

/** Several servers refuse a call that must be made to a model that thinks, and some know nothing of it. */
function isForceable({ features }: ModelDescription): boolean {
  return features?.includes('tool-call') === true && !features.includes('reasoning');
}

/** What a provider wants back for itself is nothing to show. */
function shownCall(call: ToolCall | undefined): Omit<ToolCall, 'opaque'> | null {
  if (call === undefined) return null;
  const { opaque: _, ...shown } = call;
  return shown;
}

/** The arguments of the call, or the object in the text of a model that would not call. */
function replyObject({ toolCalls, text }: Reply): Readonly<Record<string, unknown>> | null {
  for (const call of toolCalls) {
    const given = call.name === FUNCTION ? readJsonObject(call.arguments) : null;
    if (given !== null) return given;
  }
  return readJsonObject(text);
}
