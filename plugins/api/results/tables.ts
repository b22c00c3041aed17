/** Tables of results (migrations/results). */
export interface ResultTables {
  results: {
    workspace_id: string;
    app_id: string;
    end_user_id: string;
    run_id: string;
    name: string;
    kept: boolean;
    /** Its user has deleted it. */
    hidden: boolean;
  };
  result_places: {
    workspace_id: string;
    app_id: string;
    end_user_id: string;
    run_id: string;
  };
}
