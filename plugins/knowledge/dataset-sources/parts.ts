import type { Logger } from '#kernel';
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
import { PageContents } from './page-content.ts';
import { PageStore } from './page-store.ts';
import { Refresher } from './refresher.ts';
import { RobotsReader } from './robots-reader.ts';
import { RunQueue } from './run-queue.ts';
import { SourceStore } from './source-store.ts';
import { SourcesService } from './sources-service.ts';
import { Sweeper } from './sweeper.ts';
import { WebFetcher } from './web-fetcher.ts';
import { WebStep } from './web-step.ts';

export interface Services {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly datasets: Datasets;
  readonly documents: DatasetDocuments;
  readonly extraction: TextExtraction;
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
  const { database, jobs, egress, secrets, datasets, documents, extraction } = services;
  const store = new SourceStore(database);
  const pages = new PageStore(database);
  const queue = new RunQueue(jobs);
  const writer = new DocumentWriter(documents, pages);
  const fetcher = new WebFetcher(egress, pageLimits);
  const web = new WebStep({
    pages,
    fetcher,
    sitemapFetcher: new WebFetcher(egress, sitemapLimits),
    robots: new RobotsReader(fetcher),
    contents: new PageContents(extraction),
    writer,
  });
  const archive = new ArchiveStep({
    egress,
    pages,
    writer,
    limits: archiveLimits,
    tokenOf: (source) => sources.tokenOf(source),
  });
  const refresher = new Refresher({ store, pages, queue, datasets, documents, web, archive, writer, logger, failed });
  const sources = new SourcesService({ store, pages, queue, refresher, datasets, egress, secrets });
  return { sources, refresher, store, sweeper: new Sweeper({ store, queue, refresher, logger }) };
}
