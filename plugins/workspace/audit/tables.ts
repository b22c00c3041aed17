/** What both tables have. */
interface EntryColumns {
  id: string;
  at: Date;
  actor: string;
  address: string;
  action: string;
  summary: string;
  /** As JSON text when written, parsed when read. */
  targets: unknown;
  /** The same. */
  details: unknown;
  request_id: string | null;
  status: number | null;
}

/** The tables of the audit log (migrations/audit). */
export interface AuditTables {
  audit_entries: EntryColumns & { workspace_id: string; account_id: string | null };
  /** What people do about themselves. */
  account_entries: EntryColumns & { account_id: string };
}
