import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, number, seconds, boolean } = schemas;
const logTag = 'Runs of your users';
const status = { type: 'string', enum: ['running', 'succeeded', 'failed', 'stopped', 'partial-succeeded', 'paused'] };
const endUser = objectSchema('EndUserName', {
  id: uuid,
  type: text,
  is_anonymous: boolean,
  session_id: { type: 'string', description: 'The `user` of requests.' },
});
const account = objectSchema('LoggedAccount', { id: uuid, name: text, email: text });

/** What is told of an app's runs, and of who started them. */
export const logDocs = {
  list: {
    tag: logTag,
    description:
      '`keyword` is searched in inputs and outputs of all runs, case-insensitive, except in values that are stored as files (`WEFT_LARGE_VALUE_KB`). Later pages take longer: to read a long log completely, restart at page 1 with `created_at__before` from time to time instead of requesting page 400. A page takes at most ten seconds; if there are too many runs for that, the response is 500: use `created_at__after`, `created_at__before`, `status` or `created_by_end_user_session_id` to narrow the search.',
    answers: {
      200: jsonAnswer(
        'A page of results, newest first.',
        objectSchema('WorkflowLogList', {
          page: integer,
          limit: integer,
          total: {
            ...integer,
            description: 'Number of matching runs on all pages.',
          },
          has_more: boolean,
          data: listOf(
            objectSchema('WorkflowLog', {
              id: uuid,
              workflow_run: objectSchema('LoggedRun', {
                id: uuid,
                version: text,
                status,
                error: orNull(text),
                elapsed_time: orNull(number),
                total_tokens: integer,
                total_steps: integer,
                created_at: seconds,
                finished_at: orNull(seconds),
                exceptions_count: integer,
                triggered_from: text,
              }),
              details: { type: 'null' },
              created_from: { type: 'string', enum: ['service-api', 'web-app', 'installed-app'] },
              created_by_role: { type: 'string', enum: ['end_user', 'account'] },
              created_by_account: orNull(account),
              created_by_end_user: orNull(endUser),
              created_at: seconds,
            }),
          ),
        }),
      ),
    },
    errors: { 400: ['not_workflow_app'] },
  },
  endUser: {
    tag: logTag,
    answers: {
      200: jsonAnswer(
        'The end user.',
        objectSchema('EndUser', {
          id: uuid,
          type: text,
          is_anonymous: boolean,
          session_id: text,
          tenant_id: uuid,
          app_id: uuid,
          external_user_id: text,
          name: orNull(text),
          created_at: { type: 'string', format: 'date-time' },
          updated_at: { type: 'string', format: 'date-time' },
        }),
        {
          id: 'b2b0c8d4-7f0e-4c0b-8f57-5e1d8a9c3f20',
          type: 'service-api',
          is_anonymous: false,
          session_id: 'cust-77',
          tenant_id: '0d1e2f30-4152-4637-8495-a6b7c8d9e0f1',
          app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
          external_user_id: 'cust-77',
          name: null,
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
        },
      ),
    },
    errors: { 404: ['end_user_not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
