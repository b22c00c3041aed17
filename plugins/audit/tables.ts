/** The table of the audit log (migrations/audit). */
export interface AuditTables {
  audit_entries: {
    id: string;
    workspace_id: string;
    at: Date;
    account_id: string | null;
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
  };
}
