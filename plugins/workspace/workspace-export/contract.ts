/** Exports of a workspace: one archive of everything it owns that is no secret. */
import { type Contribution, extensionPoint } from '#kernel';

/** A table whose rows an export holds, as JSON lines. The id is the table's name, and the file's. */
export interface ExportedTable extends Contribution {
  /** Columns that tell the workspace's rows apart, all among `columns`: rows come in their order. */
  readonly key: readonly string[];
  /** What is told of a row. Hashes and whatever is sealed are not among them. */
  readonly columns: readonly string[];
  /** SQL of a condition on its rows, a constant of the plugin's: what people have deleted is not told. */
  readonly condition?: string;
}

/** Contribute here what of your tables belongs to a workspace's own data. */
export const ExportedTables = extensionPoint<ExportedTable>('workspace-export.tables');

/** A file of an export. */
export interface ExportedFile {
  /** In the archive, with slashes; the names of tables, `workspace.json` and `members.jsonl` are taken. */
  readonly path: string;
  /** Read once, when it is the file's turn. */
  readonly content: AsyncIterable<string>;
}

/** Files of a workspace that are not rows of tables. */
export interface ExportedFileSource extends Contribution {
  files(workspaceId: string): AsyncIterable<ExportedFile>;
}

/** Contribute here what an export holds besides tables. */
export const ExportedFiles = extensionPoint<ExportedFileSource>('workspace-export.files');
