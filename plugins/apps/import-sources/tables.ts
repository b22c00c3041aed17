/** The table of documents that wait (migrations/import-sources). */
export interface ImportSourceTables {
  pending_imports: {
    id: string;
    workspace_id: string;
    /** Text of the document, sealed. */
    sealed: string;
    expires_at: Date;
  };
}
