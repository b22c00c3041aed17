import type { Generated } from 'kysely';

/** The tables of feedback (migrations/feedbacks). */
export interface FeedbackTables {
  message_feedbacks: {
    id: string;
    workspace_id: string;
    app_id: string;
    conversation_id: string | null;
    message_id: string;
    source: string;
    end_user_id: string | null;
    account_id: string | null;
    rating: string;
    content: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Kept by triggers of the table above. */
  feedback_days: { workspace_id: string; app_id: string; day: string; likes: number; dislikes: number };
}
