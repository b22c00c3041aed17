import { DocumentLinters } from '#engine';
import { Routes } from '#http';
import { definePlugin } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { ContentThreads } from '#plugins/content-threads/contract.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { AnswerSources } from '#plugins/direct-answers/contract.ts';
import { PersonalData, rowsOfRuns } from '#plugins/erasure/contract.ts';
import { Models } from '#plugins/models/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { AnnotationStore } from './annotation-store.ts';
import { AnnotationsService } from './annotations-service.ts';
import { type AnnotationsConfig, configuration } from './configuration.ts';
import { AnnotationReplies } from './contract.ts';
import { EmbeddingJobs } from './embedding-jobs.ts';
import { exportedTables } from './exported-tables.ts';
import { HitStore } from './hit-store.ts';
import { JobStore } from './job-store.ts';
import { managementReplyRoutes } from './management-reply-routes.ts';
import { managementRoutes } from './management-routes.ts';
import { Matcher } from './matcher.ts';
import { MatrixCache } from './matrix-cache.ts';
import { replyLinter } from './reply-linter.ts';
import { ReplyRegistry } from './reply-registry.ts';
import { replyRoutes } from './reply-routes.ts';
import { ReplyStore } from './reply-store.ts';
import { runtimeRoutes } from './runtime-routes.ts';
import { VectorStore } from './vector-store.ts';

/** Milliseconds between two looks at what other processes may have left or changed. */
const LOOK = 5_000;

export const plugin = definePlugin({
  id: 'annotations',
  needs: { database: Database, notifications: Notifications, apps: Apps, models: Models, threads: ContentThreads },
  config: configuration,
  setup({ services, config, logger, provide, contribute, onReady, onStop }) {
    const { database, notifications, apps, models, threads } = services;
    const { perApp, memoryMb, matchTimeout } = config as AnnotationsConfig;
    const store = new AnnotationStore(database, perApp);
    const replies = new ReplyStore(database);
    const registry = new ReplyRegistry({ store: replies, notifications, logger });
    const jobs = new EmbeddingJobs({ store: new JobStore(database), models, registry, logger });
    const matrices = new MatrixCache({ store: new VectorStore(database), capacity: memoryMb * 1024 * 1024, logger });
    const annotations = new AnnotationsService({ store, replies, registry, jobs });
    const management = { annotations, apps, hits: new HitStore(database), threads, perApp };
    provide(AnnotationReplies, () => registry);
    contribute(
      AnswerSources,
      new Matcher({ replies: registry, matrices, models, annotations: store, timeout: matchTimeout }),
    );
    contribute(ExportedTables, ...exportedTables);
    contribute(
      PersonalData,
      rowsOfRuns(database, { id: 'annotations', by: 'message_id', tables: ['annotation_hits'] }),
    );
    contribute(DocumentLinters, replyLinter);
    contribute(Routes, ...runtimeRoutes(annotations), ...replyRoutes(annotations));
    contribute(Routes, ...managementRoutes(management), ...managementReplyRoutes(management));
    onReady(async () => {
      await registry.start(LOOK);
      await jobs.start(LOOK);
    });
    onStop(async () => {
      registry.stop();
      await jobs.stop();
    });
  },
});
