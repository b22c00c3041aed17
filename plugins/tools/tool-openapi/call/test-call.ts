import { toJson } from '#engine';
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
      return [parameter.name, castArgument(parameter, value)] as const;
    });
    return JSON.parse(toJson(completeArguments(parameters, new Map(cast))));
  } catch (error) {
    if (error instanceof ToolArgumentError) throw invalidArgument(error.message);
    throw error;
  }
}

/** Files are of runs, and a test call is of none. */
export function noFile(): Promise<SentFile> {
  throw invalidArgument('A test call takes no files: try the tool in an app.');
}
