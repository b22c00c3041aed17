import type { Generated } from 'kysely';

/** Tables of conversations (migrations/conversations). `json` columns are written and selected as text. */
export interface ConversationTables {
  conversations: {
    id: string;
    workspace_id: string;
    app_id: string;
    end_user_id: string;
    name: string;
    mode: string;
    inputs: string;
    introduction: string;
    dialogue_count: number;
    created_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
    pinned: Generated<boolean>;
    archived: Generated<boolean>;
  };
  messages: {
    id: string;
    workspace_id: string;
    app_id: string;
    conversation_id: string | null;
    end_user_id: string;
    run_id: string;
    inputs: string;
    query: string;
    answer: string;
    files: string;
    answer_files: string;
    citations: string;
    agent_thoughts: string;
    parent_id: string | null;
    status: string;
    error: string | null;
    message_tokens: number;
    answer_tokens: number;
    total_price: string;
    currency: string;
    latency: number;
    created_at: Date;
  };
  conversation_shares: {
    id: string;
    workspace_id: string;
    app_id: string;
    end_user_id: string;
    conversation_id: string;
    token_hash: Buffer;
    last_message_id: string;
    created_at: Generated<Date>;
  };
  conversation_variables: {
    conversation_id: string;
    name: string;
    workspace_id: string;
    value_type: string;
    value: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}
