/** The table of idempotency keys (migrations/idempotency). */
export interface IdempotencyTables {
  idempotency_keys: {
    workspace_id: string;
    app_id: string;
    key_hash: string;
    claim: string;
    claimed_until: Date;
    fingerprint: string | null;
    run_id: string | null;
    /** JSON text of the reply's status and body. */
    reply: string | null;
    expires_at: Date;
  };
}
