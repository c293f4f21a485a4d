import type pg from 'pg'
import { both } from '../../platform/language.ts'
import { jobs } from '../../worker.ts'
import { type Diagnostic, databaseExamination, examination, fail, warn, well } from './diagnostic.ts'

/** Work that is overdue by this time counts as not running. */
const LATE_MINUTES = 10
const FAILED_COUNTED_MAX = 10_000
/** The session name that identifies a worker. */
const WORKER_SESSION = 'eclusa-worker-queue'

/** Background work: that workers run, that jobs are enqueued, and that they succeed. */
export const queues: Diagnostic[] = [
  databaseExamination('worker.running', {
    about: both('se há um worker', 'whether there is a worker'),
    mend: both(
      'inicie um worker, melhor dois: sem ele nada é entregue, consultado nem encerrado',
      'start a worker, better two: without one nothing is delivered, polled or closed',
    ),
    async look({ pool }) {
      const { rows } = await pool.query<{ sessions: number }>(
        `select count(*)::int as sessions from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [WORKER_SESSION],
      )
      if (rows[0]!.sessions > 0) return well()
      return fail(both('nenhum worker está conectado', 'no worker is connected'), ['eclusa worker'])
    },
  }),
  examination('queues.declared', {
    about: both('se cada trabalho tem sua fila e seu horário', 'whether each job has its queue and its schedule'),
    mend: both(
      'filas são criadas ao migrar, horários quando um worker desta versão inicia',
      'queues are made by migrating, schedules when a worker of this version starts',
    ),
    needs: ['DATABASE_WORKER_URL'],
    async look({ login }) {
      const { pool } = login('DATABASE_WORKER_URL')
      const { rows } = await pool.query<{ name: string; cron: string | null }>(
        'select queue.name, cron from pgboss.queue left join pgboss.schedule using (name)',
      )
      const there = new Map(rows.map(({ name, cron }) => [name, cron]))
      const queueless = jobs.filter(({ name }) => !there.has(name)).map(({ name }) => name)
      if (queueless.length > 0)
        return fail(both(`sem fila: ${queueless.join(', ')}`, `without a queue: ${queueless.join(', ')}`), [
          'eclusa migrate',
        ])
      const unscheduled = jobs.filter(({ name, cron }) => cron && there.get(name) !== cron).map(({ name }) => name)
      if (unscheduled.length === 0) return well(both(`${jobs.length} trabalhos`, `${jobs.length} jobs`))
      const names = unscheduled.join(', ')
      return fail(both(`sem horário: ${names}`, `without a schedule: ${names}`), ['eclusa worker'])
    },
  }),
  examination('queues.waiting', {
    about: both('se há trabalho esperando há muito', 'whether work has been waiting for long'),
    mend: both(
      'confira se um worker está em execução, o seu /readyz e o log desse job',
      'check that a worker runs, its /readyz, and the log entries of this job',
    ),
    needs: ['DATABASE_WORKER_URL'],
    async look({ login }) {
      const { rows } = await login('DATABASE_WORKER_URL').pool.query<{ name: string; minutes: number }>(
        `select queue.name, (extract(epoch from pgboss.job_now() - due) / 60)::int as minutes
         from pgboss.queue, lateral (
           select min(start_after) as due from pgboss.job
           where job.name = queue.name and state < 'active' and not blocked and start_after < pgboss.job_now()) oldest
         where due < pgboss.job_now() - make_interval(mins => $1) order by due`,
        [LATE_MINUTES],
      )
      const [first] = rows
      if (!first) return well()
      const { name, minutes } = first
      return fail(
        both(
          `${name} espera há ${minutes} minutos; ${rows.length} filas estão atrasadas`,
          `${name} has waited for ${minutes} minutes; ${rows.length} queues are late`,
        ),
      )
    },
  }),
  examination('queues.failed', {
    about: both('trabalhos que desistiram', 'jobs that have given up'),
    mend: both(
      'procure job_failed no log pelo nome do trabalho; corrija a causa: o que tem horário volta sozinho',
      'look for job_failed in the log by the name of the job; fix the cause: scheduled jobs run again automatically',
    ),
    needs: ['DATABASE_WORKER_URL'],
    async look({ login }) {
      const failed = await failedJobs(login('DATABASE_WORKER_URL').pool)
      if (failed.length === 0) return well()
      const names = failed.map(({ name, count }) => `${name} ${count}`).join(', ')
      return warn(both(`falharam: ${names}`, `failed: ${names}`))
    },
  }),
]

/** Reads the index of finished jobs, with a limit. */
async function failedJobs(pool: pg.Pool): Promise<{ name: string; count: number }[]> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select name, count(*)::int as count
     from (select name from pgboss.job_common where state = 'failed' limit $1) failed
     group by name order by count desc`,
    [FAILED_COUNTED_MAX],
  )
  return rows
}
