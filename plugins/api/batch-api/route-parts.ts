import type { Batches } from '#plugins/batches/contract.ts';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import type { AppRuns } from '#plugins/delivery-api/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { StoredFiles } from '#plugins/files/contract.ts';
import type { Idempotency } from '#plugins/idempotency/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import type { TextExtraction } from '#plugins/text-extraction/contract.ts';

/** What the routes work with. */
export interface RouteParts {
  readonly batches: Batches;
  readonly endUsers: EndUsers;
  readonly files: StoredFiles;
  readonly runs: Runs;
  readonly appRuns: AppRuns;
  readonly extraction: TextExtraction;
  readonly threads: ContentThreads;
  readonly idempotency: Idempotency;
  readonly maxRows: number;
  readonly maxBytes: number;
}
