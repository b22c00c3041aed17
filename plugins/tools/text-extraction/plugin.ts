import { availableParallelism } from 'node:os';
import { HostCalls } from '#engine';
import { definePlugin } from '#kernel';
import { Confinement } from '#plugins/confined-processes/contract.ts';
import { Files } from '#plugins/files/contract.ts';
import { TextExtract, TextExtraction } from './contract.ts';
import { ExtractionService } from './extraction-service.ts';
import { defaultDocumentLimits } from './protocol.ts';
import { readRequest } from './read-request.ts';

interface ExtractionConfig {
  readonly processes: number;
  readonly timeMs: number;
  readonly memoryMb: number;
  readonly inputMb: number;
  readonly outputChars: number;
  readonly markedChars: number;
  readonly expandedMb: number;
  readonly maxQueue: number;
  readonly idleMs: number;
}

interface Bounds {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

const integer = (description: string, bounds: Bounds) => ({ type: 'integer', description, ...bounds });
const hour = 3_600_000;
const megabyte = 1024 * 1024;

const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    processes: integer('Documents that are read at the same time, each in a process of its own.', {
      default: Math.max(1, Math.min(4, availableParallelism() - 1)),
      minimum: 1,
      maximum: 64,
    }),
    timeMs: integer('Milliseconds one document may take.', { default: 30_000, minimum: 100, maximum: hour }),
    memoryMb: integer('Memory one document may take.', { default: 384, minimum: 32, maximum: 8192 }),
    inputMb: integer('Megabytes of a document.', { default: 15, minimum: 1, maximum: 200 }),
    outputChars: integer('Characters of text a document may give.', {
      default: defaultDocumentLimits.outputChars,
      minimum: 1000,
      maximum: 4_000_000,
    }),
    markedChars: integer('Characters of text a document of a knowledge base may give.', {
      default: defaultDocumentLimits.markedChars,
      minimum: 1000,
      maximum: 64_000_000,
    }),
    expandedMb: integer('Megabytes the text parts of a packed document (docx, xlsx, epub …) may unpack to.', {
      default: defaultDocumentLimits.expandedBytes / megabyte,
      minimum: 1,
      maximum: 2048,
    }),
    maxQueue: integer('Documents that may wait.', { default: 500, minimum: 2, maximum: 100_000 }),
    idleMs: integer('Milliseconds until an idle process ends.', { default: 30_000, minimum: 1000, maximum: 24 * hour }),
  },
};

export const plugin = definePlugin({
  id: 'text-extraction',
  needs: { files: Files, confinement: Confinement },
  config: {
    schema,
    env: {
      WEFT_EXTRACTION_PROCESSES: 'processes',
      WEFT_EXTRACTION_TIME_MS: 'timeMs',
      WEFT_EXTRACTION_MEMORY_MB: 'memoryMb',
    },
  },
  setup({ services, config, provide, contribute, onClose }) {
    const { inputMb, outputChars, markedChars, expandedMb, ...rest } = config as ExtractionConfig;
    const extraction = new ExtractionService({
      ...rest,
      ...services,
      inputBytes: inputMb * megabyte,
      document: { ...defaultDocumentLimits, outputChars, markedChars, expandedBytes: expandedMb * megabyte },
    });
    provide(TextExtraction, () => extraction);
    contribute(HostCalls, { id: TextExtract, call: (input, caller) => extraction.extract(readRequest(input), caller) });
    onClose(() => extraction.close());
  },
});
