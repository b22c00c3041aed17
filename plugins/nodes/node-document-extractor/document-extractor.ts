import {
  checkSize,
  type FileValue,
  isFileValue,
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  type Selector,
} from '#engine';
import { isPlatformError } from '#kernel';
import { TextExtract } from '#plugins/text-extraction/contract.ts';

interface CompiledExtractor {
  readonly selector: Selector | null;
}

/** Files of one list that are read at the same time. */
const width = 4;

/** The text of a file, or of each file of a list (app DSL, document-extractor and list-operator). */
export const node: NodeImplementation<CompiledExtractor> = {
  compile: ({ variable_selector: selector }) => ({
    selector: Array.isArray(selector) && selector.length > 1 ? selector.map(String) : null,
  }),

  async run({ selector }, context): Promise<NodeResult> {
    const name = selector?.join('.') ?? '(none)';
    const value = selector === null ? undefined : context.variables.get(selector);
    if (value === undefined) {
      throw new NodeError('VariableNotFoundError', `File variable not found for selector: ${name}`);
    }
    const details = { inputs: { variable_selector: selector }, processData: { documents: value } };
    const files = filesOf(value);
    if (files === undefined) {
      throw new NodeError('DocumentExtractorError', `Variable ${name} is no file and no list of files.`, { details });
    }
    try {
      const texts = await extractAll(files, context);
      const text = Array.isArray(value) ? texts : (texts[0] ?? '');
      checkSize(text, `The text of ${name}`);
      return { outputs: { text }, ...details };
    } catch (error) {
      throw failure(error, details);
    }
  },
};

/** Undefined for anything but files. */
function filesOf(value: unknown): readonly FileValue[] | undefined {
  if (isFileValue(value)) return [value];
  return Array.isArray(value) && value.every(isFileValue) ? value : undefined;
}

/** Texts in the order of their files; the first failure ends the node, and nothing further is started. */
async function extractAll(files: readonly FileValue[], context: NodeContext): Promise<readonly string[]> {
  const texts: string[] = new Array(files.length).fill('');
  const waiting = files.entries();
  let isOver = false;
  const reader = async () => {
    for (const [index, file] of waiting) {
      if (isOver) return;
      texts[index] = await context.call<string>(TextExtract, file);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(width, files.length) }, reader));
  } finally {
    isOver = true;
  }
  return texts;
}

type Details = NonNullable<ConstructorParameters<typeof NodeError>[2]>['details'];

function failure(error: unknown, details: Details): unknown {
  if (error instanceof NodeError) return new NodeError(error.type, error.message, { details });
  if (!isPlatformError(error)) return error;
  return new NodeError(errorType(error.code), error.message, { code: error.code, details, cause: error });
}

/** Names that branches of documents look at. */
function errorType(code: string): string {
  if (code === 'text-extraction.unsupported_format') return 'UnsupportedFileTypeError';
  return code.startsWith('text-extraction.') ? 'TextExtractionError' : 'FileDownloadError';
}
