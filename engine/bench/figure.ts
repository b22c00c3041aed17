import type { Environment } from '#kernel';
import type { LoadPlan, LoadResult } from './load-plan.ts';
import type { Server } from './server.ts';

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with. A figure without one stands alone. */
  readonly floor?: { readonly what: string; readonly value: number };
}

/** What figures are measured with. Processes are started once and shared. */
export interface Workbench {
  /** Seconds of one measurement. */
  readonly seconds: number;
  readonly isQuick: boolean;
  /** Figures may print what they are made of. */
  readonly isVerbose: boolean;
  /** Addresses of the model server and of the hand-written floors. */
  readonly models: string;
  readonly floors: string;
  /** False without PostgreSQL: the floor that inserts has no database then. */
  readonly hasInsertFloor: boolean;
  load(plan: LoadPlan): Promise<LoadResult>;
  /** The platform, started at the first call. */
  server(): Promise<Server>;
  /** A platform of its own on one back end, on a given data folder, with more in its environment. */
  startServer(backEnd: 'PostgreSQL' | 'PGlite', home: string, extra?: Environment): Promise<Server>;
  /** Executes SQL in the database of `server()` and gives the rows of the last statement; undefined on PGlite. */
  readonly sql: ((statements: readonly string[]) => Promise<readonly Readonly<Record<string, string>>[]>) | undefined;
  /** How long figures take that take minutes. */
  readonly minutes: number;
  readonly backEnds: readonly ('PostgreSQL' | 'PGlite')[];
}

export interface Figure {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** Measured only when it is named. */
  readonly isExtra?: true;
  measure(bench: Workbench): Promise<readonly Row[]>;
}
