import type { Generated } from 'kysely';

/** The tables of repositories (migrations/repositories). */
export interface RepositoryTables {
  repository_links: {
    id: string;
    workspace_id: string;
    provider: string;
    account_id: string | null;
    url: string;
    repository: string;
    branch: string;
    folder: string;
    environment_file: string;
    direction: string;
    commits: string;
    applies: string;
    takes_new: boolean;
    plans: Generated<boolean>;
    sealed_key: string | null;
    public_key: string | null;
    host_key: string | null;
    sealed_hook_secret: string;
    state: Generated<string>;
    reason: string | null;
    /** The commit that all apps were compared with last. */
    head: string | null;
    environment_blob: string | null;
    /** The commit that somebody has looked at and wants applied. */
    approved: string | null;
    seen_at: Date | null;
    /** Somebody waits for a look since then; null: nobody does. */
    wanted_at: Date | null;
    next_look_at: Generated<Date>;
    /** A hash of all branches as they were when pull requests were looked at last; and since when they are so. */
    branches: Generated<string | null>;
    branches_at: Generated<Date | null>;
    lease: string | null;
    leased_until: Date | null;
    created_by: string | null;
    author_name: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  repository_apps: {
    link_id: string;
    key: string;
    workspace_id: string;
    app_id: string | null;
    name: string;
    /** Below the folder. */
    file: string;
    /** Of the file as last in step; empty: it has moved. */
    blob: string | null;
    layout_blob: string | null;
    file_text: string | null;
    app_text: string | null;
    layout_text: string | null;
    state: string;
    reason: string | null;
    /** JSON text of ShownConflict[]. */
    conflicts: string | null;
    /** JSON text of places and sides. */
    choices: string | null;
    pull_number: number | null;
    pull_url: string | null;
    pull_branch: string | null;
    pull_commit: string | null;
    updated_at: Generated<Date>;
  };
  repository_changes: {
    id: string;
    workspace_id: string;
    link_id: string;
    app_id: string;
    version_id: string;
    number: number;
    note: string;
    published_by: string;
    account_id: string | null;
    state: Generated<string>;
    commit_id: string | null;
    created_at: Generated<Date>;
  };
  repository_plans: {
    link_id: string;
    number: number;
    workspace_id: string;
    commit_id: string;
    /** null: nothing was said. */
    comment_id: string | null;
    /** A hash of what was said. */
    said: string | null;
    updated_at: Generated<Date>;
  };
  repository_runs: {
    id: string;
    workspace_id: string;
    link_id: string;
    began_by: string;
    who: string;
    commit_before: string | null;
    commit_after: string | null;
    outcome: string;
    message: string | null;
    /** JSON text of RunItem[]. */
    items: string;
    started_at: Date;
    finished_at: Generated<Date>;
  };
}
