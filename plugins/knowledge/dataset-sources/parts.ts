import type { Contributions, Logger } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Datasets } from '#plugins/datasets/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';
import { ArchiveStep } from './archive-step.ts';
import type { FailedSource } from './contract.ts';
import { DocumentWriter } from './document-writer.ts';
import { gitReader } from './git-reader.ts';
import { PageContents } from './page-content.ts';
import { PageStore } from './page-store.ts';
import { ReaderList } from './reader-list.ts';
import { Refresher } from './refresher.ts';
import { RobotsReader } from './robots-reader.ts';
import type { StoredSource } from './row-store.ts';
import { RunQueue } from './run-queue.ts';
import type { SourceReader } from './source-reader.ts';
import { SourceStore } from './source-store.ts';
import { SourcesService } from './sources-service.ts';
import { Sweeper } from './sweeper.ts';
import { WebFetcher } from './web-fetcher.ts';
import { webReaders } from './web-readers.ts';
import { WebStep } from './web-step.ts';

export interface Services {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly datasets: Datasets;
  readonly documents: DatasetDocuments;
  readonly extraction: TextExtraction;
  readonly readers: Contributions<SourceReader>;
}

const MEGABYTE = 1_048_576;
const pageLimits = { bytes: 15 * MEGABYTE, time: 60_000 };
const sitemapLimits = { bytes: 50 * MEGABYTE, time: 120_000 };
const archiveLimits = {
  fileBytes: 15 * MEGABYTE,
  packedBytes: 500 * MEGABYTE,
  bytes: 2_000 * MEGABYTE,
  entries: 200_000,
  time: 10 * 60_000,
};

/** What the plugin is made of. `failed` hears of sources that could not be read. */
export function sourceParts(services: Services, logger: Logger, failed: (source: FailedSource) => void = () => {}) {
  const { database, jobs, secrets, datasets, documents } = services;
  const readers = new ReaderList(services.readers);
  const store = new SourceStore(database);
  const pages = new PageStore(database);
  const queue = new RunQueue(jobs);
  const writer = new DocumentWriter(documents, pages);
  const tokenOf = (source: StoredSource) => sources.tokenOf(source);
  const refresher = new Refresher({
    database,
    store,
    pages,
    queue,
    datasets,
    documents,
    readers,
    writer,
    logger,
    failed,
    tokenOf,
  });
  const sources = new SourcesService({ store, pages, queue, refresher, datasets, readers, secrets });
  return { sources, refresher, store, sweeper: new Sweeper({ store, queue, refresher, logger }) };
}

/** The kinds of sources that are always there. */
export function ownReaders({ egress, extraction }: Pick<Services, 'egress' | 'extraction'>): readonly SourceReader[] {
  const fetcher = new WebFetcher(egress, pageLimits);
  const web = new WebStep({
    fetcher,
    sitemapFetcher: new WebFetcher(egress, sitemapLimits),
    robots: new RobotsReader(fetcher),
    contents: new PageContents(extraction),
  });
  return [...webReaders(egress, web), gitReader(egress, new ArchiveStep({ egress, limits: archiveLimits }))];
}
