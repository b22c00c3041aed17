import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { DatasetDocument, DocumentProgress, FoundSegment, Segment } from '#plugins/dataset-documents/contract.ts';
import { type Dataset, keyViewer } from '#plugins/datasets/contract.ts';
import { during } from './failures.ts';
import { summaryQuestion, type Writer } from './writer.ts';

/** Segments that a model is asked about at the same time. */
const TOGETHER = 4;

/** Segments with their summaries, and what writes those that are new. */
export interface Summarised {
  readonly segments: readonly FoundSegment[];
  keep(within: OpenTransaction): Promise<void>;
}

/** Has summaries written of segments whose base wants them. */
export class SummaryWriter {
  readonly #writer: Pick<Writer, 'write'>;
  readonly #progress: Pick<DocumentProgress, 'changeSegment'>;

  constructor(writer: Pick<Writer, 'write'>, progress: Pick<DocumentProgress, 'changeSegment'>) {
    this.#writer = writer;
    this.#progress = progress;
  }

  isWanted(dataset: Dataset): boolean {
    return dataset.summaryIndex?.enable === true && dataset.indexingTechnique !== 'economy';
  }

  async write(
    dataset: Dataset,
    { docForm }: Pick<DatasetDocument, 'docForm'>,
    segments: readonly FoundSegment[],
    signal: AbortSignal,
  ): Promise<Summarised> {
    // A question is as short as a summary of it.
    if (!this.isWanted(dataset) || docForm === 'qa_model') return { segments, keep: async () => {} };
    const summaries = new Map<string, string>();
    const missing = segments.filter(({ summary }) => summary === null);
    for (let from = 0; from < missing.length; from += TOGETHER) {
      const some = missing.slice(from, from + TOGETHER);
      const asked = some.map((segment) => this.summary(dataset, segment.content, signal));
      const answered = await Promise.allSettled(asked);
      for (const [index, result] of answered.entries()) {
        if (result.status === 'rejected') throw result.reason;
        const segment = some[index];
        if (segment !== undefined && result.value !== '') summaries.set(segment.id, result.value);
      }
    }
    return {
      segments: segments.map((segment) => ({ ...segment, summary: summaries.get(segment.id) ?? segment.summary })),
      keep: async (within) => {
        for (const segment of missing) {
          const summary = summaries.get(segment.id);
          if (summary !== undefined) await this.#change(dataset, segment, summary, within);
        }
      },
    };
  }

  /** "": the model wrote none. */
  async summary(dataset: Dataset, content: string, signal: AbortSignal): Promise<string> {
    const setting = dataset.summaryIndex;
    const named = { provider: setting?.model_provider_name ?? '', model: setting?.model_name ?? '' };
    const question = summaryQuestion(content, setting?.summary_prompt ?? '');
    const written = await during('summarising', () => this.#writer.write(dataset, named, question, signal));
    return written.replace(/<think>[\s\S]*?<\/think>/gi, '').trim();
  }

  async #change(dataset: Dataset, segment: Segment, summary: string, within: OpenTransaction): Promise<void> {
    await this.#progress.changeSegment(dataset, segment, { summary }, keyViewer, within);
  }
}
