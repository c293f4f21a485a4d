import type pg from 'pg'
import { CLOCK_CHANNEL } from '../test-clock.ts'

/**
 * Test clock of a test installation, installed by `eclusa migrate`. Every session resolves `now()` in the schema `clock` before
 * pg_catalog, and that function adds the offset stored in one row. A live installation has no such schema and uses PostgreSQL's
 * own `now()`.
 */
export async function installTestClock(owner: pg.Client): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query(shiftedTime)
    await owner.query(followed)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** Functions create objects in the first schema of their path, so it must not be `clock`. */
const PATH = 'eclusa, clock, pg_catalog, pg_temp'
const everybody = 'eclusa_api, eclusa_worker, eclusa_backoffice, eclusa_bootstrap, eclusa_auditor'

const shiftedTime = `
  create schema if not exists clock;
  create table if not exists clock.shift (
    only_one boolean primary key default true check (only_one),
    ahead interval not null default '0'
  );
  insert into clock.shift default values on conflict do nothing;

  create or replace function clock.now() returns timestamptz language sql stable parallel safe
    as 'select pg_catalog.now() + (select ahead from clock.shift)';
  create or replace function clock.clock_timestamp() returns timestamptz language sql volatile parallel safe
    as 'select pg_catalog.clock_timestamp() + (select ahead from clock.shift)';

  -- Only forward. What is written from then on finds its partitions, made in the same transaction.
  create or replace function clock.advance_to(moment timestamptz) returns timestamptz
    language plpgsql security definer set search_path = ${PATH}
  as $$
  begin
    update clock.shift set ahead = greatest(ahead, moment - pg_catalog.now());
    perform eclusa.make_coming_month_partitions();
    perform eclusa.make_request_log_days();
    perform pg_notify('${CLOCK_CHANNEL}', '');
    return clock.now();
  end $$;

  grant usage on schema clock to ${everybody};
  grant select on clock.shift to ${everybody};
  grant execute on function clock.now(), clock.clock_timestamp() to ${everybody};
  revoke execute on function clock.advance_to(timestamptz) from public;
  grant execute on function clock.advance_to(timestamptz) to eclusa_api;`

/** Binds again what already used the real `now()`: functions with their own search path, column defaults, and the queue. */
const followed = `
  do $$
  declare
    bound record;
  begin
    for bound in
      select oid::regprocedure as name from pg_proc
      where pronamespace = 'eclusa'::regnamespace
        and exists (select from unnest(proconfig) as setting where setting like 'search_path=eclusa%')
    loop
      execute format('alter function %s set search_path = ${PATH}', bound.name);
    end loop;

    for bound in
      select adrelid::regclass as name, attname, pg_get_expr(adbin, adrelid) as told
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where adrelid in (select oid from pg_class where relnamespace in ('eclusa'::regnamespace, 'pgboss'::regnamespace))
        and pg_get_expr(adbin, adrelid) ~ '(^|[^.])\\m(now|clock_timestamp)\\(\\)'
    loop
      execute format('alter table %s alter column %I set default %s', bound.name, bound.attname,
        regexp_replace(bound.told, '\\m(now|clock_timestamp)\\(\\)', 'clock.\\1()', 'g'));
    end loop;
  end $$;

  create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select clock.now()';`
