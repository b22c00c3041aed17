import type { Logger } from '#kernel';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type { Database } from '#plugins/database/contract.ts';
import type { DocumentProgress } from '#plugins/dataset-documents/contract.ts';
import type { Datasets } from '#plugins/datasets/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { AnswerStore } from './answer-store.ts';
import type { IndexingConfig } from './configuration.ts';
import { Cooling } from './cooling.ts';
import { DocumentIndexer } from './document-indexer.ts';
import { Embedder } from './embedder.ts';
import { Estimates } from './estimates.ts';
import { HandSegments } from './hand-segments.ts';
import { IndexWriter } from './index-writer.ts';
import { IndexingService } from './indexing-service.ts';
import { QuestionWriter } from './question-writer.ts';
import { RebuildStore } from './rebuild-store.ts';
import { Rebuilder } from './rebuilder.ts';
import { Rebuilds } from './rebuilds.ts';
import { SummaryWriter } from './summary-writer.ts';
import { Sweeper } from './sweeper.ts';
import { Turn } from './turn.ts';
import { TurnQueue } from './turn-queue.ts';
import { WorkStore } from './work-store.ts';
import { Writer } from './writer.ts';

export interface IndexingServices {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly models: Models;
  readonly datasets: Datasets;
  readonly progress: DocumentProgress;
  readonly indexes: KnowledgeIndexes;
  readonly extraction: TextExtraction;
  readonly threads: ContentThreads;
}

/** All that works on knowledge bases in this process, put together. */
export function indexingParts(services: IndexingServices, config: IndexingConfig, logger: Logger) {
  const { database, jobs, models, datasets, progress, indexes, extraction, threads } = services;
  const { documents } = progress;
  const { atATime, answerDays, answerMb } = config;
  const answers = new AnswerStore(database);
  const store = new WorkStore(database);
  const rebuildStore = new RebuildStore(database);
  const turns = new TurnQueue(jobs, atATime);
  const asked = { models, answers, cooling: new Cooling() };
  const embedder = new Embedder(asked);
  const textWriter = new Writer(asked);
  const summaries = new SummaryWriter(textWriter, progress);
  const writer = new IndexWriter({ datasets, progress, indexes, embedder, rebuilds: rebuildStore });
  const estimates = new Estimates({ models, documents });
  const rebuilds = new Rebuilds({
    datasets,
    progress,
    models,
    jobs,
    estimates,
    store: rebuildStore,
    work: store,
    turns,
  });
  const hand = new HandSegments({ documents, progress, writer, summaries, threads });
  const indexing = new IndexingService({
    documents,
    extraction,
    threads,
    jobs,
    estimates,
    hand,
    rebuilds,
    store,
    turns,
  });
  const indexer = new DocumentIndexer({
    datasets,
    documents,
    progress,
    extraction,
    threads,
    embedder,
    writer,
    questions: new QuestionWriter(textWriter),
    summaries,
    store,
  });
  const rebuilder = new Rebuilder({ datasets, progress, indexes, embedder, writer, store: rebuildStore, work: store });
  const turn = new Turn({ store, documents: indexer, rebuilds: rebuilder, atATime, logger });
  const bounds = { days: answerDays, bytes: answerMb * 1024 * 1024 };
  const sweeper = new Sweeper({ store, turns, answers, bounds, logger });
  return { indexing, turn, turns, store, sweeper };
}
