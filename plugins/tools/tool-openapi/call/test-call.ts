import { toJson } from '#engine';
import { readDataUrl } from '#plugins/files/contract.ts';
import { castArgument, completeArguments, ToolArgumentError, type ToolParameter } from '#plugins/tools/contract.ts';
import { invalidArgument, type SentFile } from './build-request.ts';

/** Arguments of a test call as a node would give them. Throws `tool-openapi.invalid_argument`. */
export function testArguments(
  parameters: readonly ToolParameter[],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const unknown = Object.keys(given).find((name) => !parameters.some((parameter) => parameter.name === name));
  if (unknown !== undefined) {
    const names = parameters.map(({ name }) => name).join(', ') || 'none';
    throw invalidArgument(`The tool has no parameter ${JSON.stringify(unknown.slice(0, 80))}: it has ${names}.`);
  }
  try {
    const cast = parameters.map((parameter) => {
      const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : null;
      const isFile = parameter.type === 'file' || parameter.type === 'files';
      return [parameter.name, castArgument(parameter, isFile ? fileOf(parameter.name, value) : value)] as const;
    });
    return JSON.parse(toJson(completeArguments(parameters, new Map(cast))));
  } catch (error) {
    if (error instanceof ToolArgumentError) throw invalidArgument(error.message);
    throw error;
  }
}

/** Files of a test call come with it, for it is of no run: as `{"url": "data:…", "name": "a.pdf"}`. */
function fileOf(name: string, given: unknown): unknown {
  if (given === null || given === undefined) return null;
  if (Array.isArray(given)) return given.map((each) => fileOf(name, each));
  const { url, name: filename = 'file' } = Object(given) as Readonly<Record<string, unknown>>;
  if (typeof url !== 'string' || typeof filename !== 'string' || readDataUrl(url) === null)
    throw invalidArgument(`${JSON.stringify(name)} is a file: give it as {"url": "data:…;base64,…", "name": "…"}.`);
  return { dify_model_identity: '__dify__file__', url, filename };
}

/** The bytes of a file that came with a test call. */
export async function readTestFile(value: unknown): Promise<SentFile> {
  const { url, filename } = Object(value) as Readonly<Record<string, unknown>>;
  const data = readDataUrl(String(url));
  if (data === null) throw invalidArgument('A file of the test call can not be read.');
  return { ...data, filename: String(filename) };
}
