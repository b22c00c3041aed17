/** Tables of files that are kept here (migrations/files). */
export interface FileTables {
  uploaded_files: {
    id: string;
    workspace_id: string;
    app_id: string;
    end_user_id: string | null;
    run_id: string | null;
    method: string;
    name: string;
    extension: string;
    declared_type: string;
    media_type: string;
    size: number;
    sha256: string;
    blob_store: string;
    blob_key: string;
    created_at: Date;
    used_at: Date | null;
  };
  /** Kept by triggers of the table above. */
  storage_uses: { workspace_id: string; bytes: number };
  /** At the end of days on which it changed; by the same triggers. */
  storage_days: { workspace_id: string; day: string; bytes: number };
  storage_app_days: { workspace_id: string; app_id: string; day: string; bytes: number };
}
