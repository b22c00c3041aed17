import type { Contribution, Contributions } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import type { DatasetEnding, DatasetUsers } from '#plugins/datasets/contract.ts';
import { DatasetModels } from '#plugins/datasets/dataset-models.ts';
import { DatasetStore } from '#plugins/datasets/dataset-store.ts';
import { DatasetsService } from '#plugins/datasets/datasets-service.ts';
import { FieldStore } from '#plugins/datasets/field-store.ts';
import { GenerationStore } from '#plugins/datasets/generation-store.ts';
import { TagStore } from '#plugins/datasets/tag-store.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { Models } from '#plugins/models/contract.ts';

/** The service on a platform, with other contributions than the platform has. */
export function serviceWith(
  { kernel }: TestPlatform,
  {
    users = [],
    endings = [],
  }: { readonly users?: readonly DatasetUsers[]; readonly endings?: readonly DatasetEnding[] },
): DatasetsService {
  const database = kernel.resolve(Database);
  const store = new DatasetStore(database);
  return new DatasetsService({
    store,
    generations: new GenerationStore(store),
    fields: new FieldStore(store),
    tags: new TagStore(database),
    models: new DatasetModels(kernel.resolve(Models)),
    members: kernel.resolve(Members),
    jobs: kernel.resolve(Jobs),
    users: contributionsOf(users),
    endings: contributionsOf(endings),
    external: kernel.resolve(ExternalKnowledge),
  });
}

/** A view of contributions that are given. */
export function contributionsOf<Item extends Contribution>(items: readonly Item[]): Contributions<Item> {
  return { all: () => items, get: (id) => items.find((item) => item.id === id), onChange: () => () => {} };
}
