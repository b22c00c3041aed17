import type { FormStatus } from './contract.ts';

/** The forms' table (migrations/human-input). `json` columns are selected as text. */
export interface FormTables {
  human_input_forms: {
    id: string;
    workspace_id: string;
    app_id: string;
    run_id: string;
    execution_id: string;
    node_id: string;
    node_title: string;
    token_hash: string | null;
    token_sealed: string | null;
    content: string;
    inputs: string;
    actions: string;
    defaults: string;
    status: FormStatus;
    action_id: string | null;
    answers: string | null;
    answered_by: string | null;
    created_at: Date;
    expires_at: Date;
    ends_run: boolean;
    settled_at: Date | null;
    told_at: Date | null;
    taken_at: Date | null;
    looked_at: Date | null;
  };
  /** E-mails that tell of them, for each receiver. */
  human_input_letters: {
    id: string;
    workspace_id: string;
    sent_at: Date | null;
  };
}
