import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import { groupsOf } from './usage-groups.ts';
import type { UsageRow } from './usage-rows.ts';

/** This process's share of each day: two processes add to the same row only when both drew the same number. */
export const shard = randomInt(64);

/** Notes of an older version, and runs that left none, know no kinds of tokens. */
const sumOfUses = sql`coalesce(sum(cached), 0), coalesce(sum(cache_write), 0), coalesce(sum(reasoning), 0),
          coalesce(sum(unpriced), 0)`;

/**
 * Adds ended runs, and calls of models outside of runs, to their days, all of a batch with one statement, in the transaction
 * that aggregates them: each is counted once. Those that count alike are added up before: the statement costs what it has
 * rows. System: a batch has runs of many workspaces.
 */
export async function addUsage(transaction: OpenTransaction, rows: readonly UsageRow[]): Promise<void> {
  await sql`
      with counted as materialized (
        select r.run_id, r.workspace_id, r.app_id, coalesce(r.key_id, e.key_id) as key_id, r.status,
          coalesce(r.code, '') as code, r.messages,
          coalesce(r.requests, (e.key_id is not null and e.triggered_from = 'app-run')::integer, 0) as requests,
          r.end_user_id, r.bucket, r.runs, r.calls, r.models,
          coalesce(r.day, (e.finished_at at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as day,
          e.total_tokens, e.total_price, e.currency
        from json_to_recordset(${JSON.stringify(groupsOf(rows))}::json) as r(
          run_id uuid, workspace_id uuid, app_id uuid, key_id uuid, day date, status text, code text, messages integer,
          requests integer, end_user_id uuid, bucket smallint, runs integer, calls integer, models json)
        left join lateral (
          select total_tokens, total_price, currency, finished_at, key_id, triggered_from
          from workflow_runs
          where r.models is null and id = r.run_id limit 1
        ) e on true
      ), users as (
        insert into usage_users (workspace_id, day, app_id, end_user_id)
        select distinct workspace_id, day, app_id, end_user_id from counted where end_user_id is not null
        order by day, app_id, end_user_id
        on conflict do nothing
        returning day, app_id
      ), days as (
        insert into usage_days as d (
          workspace_id, day, app_id, shard, runs_succeeded, runs_partial, runs_failed, runs_stopped, messages, requests, users)
        select workspace_id, day, app_id, ${shard}::smallint,
          coalesce(sum(runs) filter (where status = 'succeeded'), 0),
          coalesce(sum(runs) filter (where status = 'partial-succeeded'), 0),
          coalesce(sum(runs) filter (where status = 'failed'), 0),
          coalesce(sum(runs) filter (where status = 'stopped'), 0),
          sum(messages), sum(requests),
          (select count(*) from users u where u.day = c.day and u.app_id = c.app_id)
        from counted c group by workspace_id, day, app_id order by workspace_id, day, app_id
        on conflict (workspace_id, day, app_id, shard) do update set
          runs_succeeded = d.runs_succeeded + excluded.runs_succeeded,
          runs_partial = d.runs_partial + excluded.runs_partial,
          runs_failed = d.runs_failed + excluded.runs_failed,
          runs_stopped = d.runs_stopped + excluded.runs_stopped,
          messages = d.messages + excluded.messages,
          requests = d.requests + excluded.requests,
          users = d.users + excluded.users
      ), failures as (
        insert into usage_failures as f (workspace_id, day, app_id, shard, code, runs)
        select workspace_id, day, app_id, ${shard}::smallint, code, sum(runs) from counted
        where status = 'failed'
        group by workspace_id, day, app_id, code order by workspace_id, day, app_id, code
        on conflict (workspace_id, day, app_id, shard, code) do update set runs = f.runs + excluded.runs
      ), latencies as (
        insert into usage_latencies as l (workspace_id, day, app_id, shard, bucket, runs)
        select workspace_id, day, app_id, ${shard}::smallint, bucket, sum(runs) from counted
        where bucket is not null
        group by workspace_id, day, app_id, bucket order by workspace_id, day, app_id, bucket
        on conflict (workspace_id, day, app_id, shard, bucket) do update set runs = l.runs + excluded.runs
      ), uses as materialized (
        select c.workspace_id, c.day, c.app_id, c.key_id, c.runs, c.calls, u.*
        from counted c cross join lateral json_to_recordset(coalesce(c.models, case
            when coalesce(c.total_tokens, 0) = 0 and coalesce(c.total_price, 0) = 0 then '[]'::json
            else json_build_array(json_build_object('model', '', 'currency', coalesce(c.currency, 'USD'),
              'prompt', 0, 'completion', 0, 'total', coalesce(c.total_tokens, 0),
              'price', coalesce(c.total_price, 0), 'is_first', true))
          end)) as u(
          model text, currency text, prompt bigint, completion bigint, total bigint, cached bigint,
          cache_write bigint, reasoning bigint, unpriced bigint, price numeric, is_first boolean)
      ), keys as (
        insert into usage_keys as k (
          workspace_id, day, app_id, key_id, shard, currency, runs, calls, prompt_tokens, completion_tokens,
          total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, unpriced_tokens, price)
        select workspace_id, day, app_id, key_id, ${shard}::smallint, currency,
          coalesce(sum(runs) filter (where is_first), 0), sum(calls),
          sum(prompt), sum(completion), sum(total), ${sumOfUses}, sum(price)
        from uses where key_id is not null
        group by workspace_id, day, app_id, key_id, currency order by workspace_id, day, key_id, currency
        on conflict (workspace_id, day, key_id, shard, currency) do update set
          runs = k.runs + excluded.runs,
          calls = k.calls + excluded.calls,
          prompt_tokens = k.prompt_tokens + excluded.prompt_tokens,
          completion_tokens = k.completion_tokens + excluded.completion_tokens,
          total_tokens = k.total_tokens + excluded.total_tokens,
          cached_tokens = k.cached_tokens + excluded.cached_tokens,
          cache_write_tokens = k.cache_write_tokens + excluded.cache_write_tokens,
          reasoning_tokens = k.reasoning_tokens + excluded.reasoning_tokens,
          unpriced_tokens = k.unpriced_tokens + excluded.unpriced_tokens,
          price = k.price + excluded.price
      )
      insert into usage_models as m (
        workspace_id, day, app_id, shard, model, currency, runs, calls, prompt_tokens, completion_tokens, total_tokens,
        cached_tokens, cache_write_tokens, reasoning_tokens, unpriced_tokens, price)
      select workspace_id, day, app_id, ${shard}::smallint, model, currency,
        sum(runs), sum(calls),
        sum(prompt), sum(completion), sum(total), ${sumOfUses}, sum(price)
      from uses
      group by workspace_id, day, app_id, model, currency
      order by workspace_id, day, app_id, model, currency
      on conflict (workspace_id, day, app_id, shard, model, currency) do update set
        runs = m.runs + excluded.runs,
        calls = m.calls + excluded.calls,
        prompt_tokens = m.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = m.completion_tokens + excluded.completion_tokens,
        total_tokens = m.total_tokens + excluded.total_tokens,
        cached_tokens = m.cached_tokens + excluded.cached_tokens,
        cache_write_tokens = m.cache_write_tokens + excluded.cache_write_tokens,
        reasoning_tokens = m.reasoning_tokens + excluded.reasoning_tokens,
        unpriced_tokens = m.unpriced_tokens + excluded.unpriced_tokens,
        price = m.price + excluded.price`.execute(transaction);
}
