import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmRequest } from '#plugins/models/contract.ts';
import {
  type AnswerFormat,
  answerFormat,
  defined,
  ParameterReader,
  splitPrompt,
} from '#plugins/provider-http/contract.ts';
import { type Content, type Part, toContents } from './contents.ts';
import { geminiSchema } from './schema.ts';

type Mapping = Readonly<Record<string, unknown>>;

const MAX_STOPS = 5;

/** JSON text of the request for streamGenerateContent (Gemini API). Loads the files of messages. */
export async function generateBody(request: LlmRequest, egress: Egress): Promise<string> {
  const generation = generationOf(request.model);
  const reader = new ParameterReader(request.parameters);
  const { system, turns } = splitPrompt(request.messages);
  const contents = await toContents(turns, egress, request, generation >= 3);
  const functions = functionsOf(request);
  const format = answerFormat(request);
  // Models before the third generation call no functions where they are to answer with JSON.
  const isTold = format.type !== 'text' && functions.length > 0 && generation < 3;
  const texts = isTold ? [...system, formatWords(format)] : system;
  const hasInstructions = texts.length > 0 && !request.model.startsWith('gemma-');
  if (texts.length > 0 && !hasInstructions) prepend(contents, texts);
  const tools = toolsOf(functions, reader, generation);
  return JSON.stringify(
    defined({
      systemInstruction: hasInstructions ? { parts: texts.map((text) => ({ text })) } : undefined,
      contents,
      tools: tools.length === 0 ? undefined : tools,
      toolConfig: functions.length === 0 ? undefined : toolConfig(request),
      generationConfig: defined({
        ...samplingOf(reader),
        ...(isTold ? {} : formatOf(format)),
        thinkingConfig: thinkingOf(reader, generation),
        mediaResolution: resolutionOf(reader),
      }),
      serviceTier: tierOf(reader),
    }),
  );
}

/** 2 for `gemini-2.5-pro`; names without a number are of the newest (`gemini-flash-latest`), those of others of the oldest. */
function generationOf(model: string): number {
  const found = /gemini-(?:[a-z]+-)?(\d+)/.exec(model);
  if (found !== null) return Number(found[1]);
  return /gemini-.*latest/.test(model) ? 3 : 1;
}

function samplingOf(reader: ParameterReader): Mapping {
  return {
    temperature: reader.number('temperature'),
    topP: reader.number('top_p'),
    topK: reader.number('top_k'),
    maxOutputTokens: reader.number('max_output_tokens', 'max_tokens', 'max_tokens_to_sample', 'max_completion_tokens'),
    presencePenalty: reader.number('presence_penalty'),
    frequencyPenalty: reader.number('frequency_penalty'),
    seed: reader.number('seed'),
    stopSequences: reader.stops(MAX_STOPS),
  };
}

function formatOf(format: AnswerFormat): Mapping {
  if (format.type === 'text') return {};
  const schema = format.type === 'schema' ? geminiSchema(format.schema) : null;
  return { responseMimeType: 'application/json', responseSchema: schema ?? undefined };
}

function formatWords(format: AnswerFormat): string {
  return format.type === 'schema'
    ? `Your last answer is JSON only, which fits this JSON Schema: ${JSON.stringify(format.schema)}`
    : 'Your last answer is JSON only.';
}

/** Models of the third generation are told how deep to think, those before with how many tokens. */
function thinkingOf(reader: ParameterReader, generation: number): Mapping | undefined {
  const level = reader.text('thinking_level', 'reasoning_effort')?.toLowerCase();
  const config = defined({
    includeThoughts: reader.flag('include_thoughts'),
    thinkingBudget: reader.number('thinking_budget'),
    thinkingLevel: generation < 3 || level === 'none' ? undefined : level,
  });
  if (config.thinkingLevel !== undefined) delete config.thinkingBudget;
  return generation < 2 || Object.keys(config).length === 0 ? undefined : config;
}

function resolutionOf(reader: ParameterReader): string | undefined {
  const resolution = reader.text('media_resolution')?.toUpperCase();
  if (resolution === undefined || resolution === 'DEFAULT') return undefined;
  return resolution.startsWith('MEDIA_') ? resolution : `MEDIA_RESOLUTION_${resolution}`;
}

function tierOf(reader: ParameterReader): string | undefined {
  const tier = reader.text('service_tier')?.toLowerCase();
  return tier === 'standard' || tier === 'default' ? undefined : tier;
}

function functionsOf(request: LlmRequest): readonly Mapping[] {
  return (request.tools ?? []).map(({ name, description, parameters }) =>
    defined({ name, description, parameters: geminiSchema(parameters) ?? undefined }),
  );
}

/** What the service does itself, as documents ask for it; before the third generation not beside functions. */
function toolsOf(functions: readonly Mapping[], reader: ParameterReader, generation: number): readonly Mapping[] {
  const tools: Mapping[] = functions.length === 0 ? [] : [{ functionDeclarations: functions }];
  if (functions.length > 0 && generation < 3) return tools;
  if (reader.flag('grounding') === true)
    tools.push(generation < 2 ? { googleSearchRetrieval: {} } : { googleSearch: {} });
  if (reader.flag('url_context') === true) tools.push({ urlContext: {} });
  if (reader.flag('code_execution') === true) tools.push({ codeExecution: {} });
  return tools;
}

function toolConfig({ toolChoice }: LlmRequest): Mapping | undefined {
  if (toolChoice === undefined) return undefined;
  if (typeof toolChoice === 'object') {
    return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [toolChoice.name] } };
  }
  const mode = { auto: 'AUTO', none: 'NONE', required: 'ANY' }[toolChoice];
  return { functionCallingConfig: { mode } };
}

/** Gemma takes no instructions: they are the beginning of what the user says. */
function prepend(contents: readonly Content[], texts: readonly string[]): void {
  const first = contents.find(({ role }) => role === 'user');
  const part: Part = { text: texts.join('\n\n') };
  first?.parts.unshift(part);
}
