import { isIP } from 'node:net'
import type pg from 'pg'
import { both } from '../../platform/language.ts'
import { type Diagnostic, databaseExamination, fail, warn, well } from './diagnostic.ts'
import { readServer } from './server.ts'

/** Above this share, connections may soon be rejected. */
const USED_MAX = 0.9
/** The connections of each process beside its pools, as in `docs/guides/size.md`. */
const BESIDE = { api: 5, worker: 13, desk: 3 }

/** Connections between the processes and the database, and poolers in between. */
export const sessions: Diagnostic[] = [
  databaseExamination('database.sessions', {
    about: both('se as opções da sessão chegam ao servidor', 'whether the options of a session reach the server'),
    mend: both(
      'conecte direto ao PostgreSQL, ou pelo HAProxy, que não muda nada; o que um pooler perde está em docs/guides/pt-BR/pooling.md',
      'connect straight to PostgreSQL, or through HAProxy, which changes nothing; what a pooler loses is in docs/guides/pooling.md',
    ),
    async look({ pool }) {
      const client = (await pool.connect()) as pg.PoolClient & { processID: number }
      try {
        const { rows } = await client.query<{ pid: number; arrived: boolean }>(
          `select pg_backend_pid() as pid,
                  current_setting('search_path') like '%eclusa%' and current_setting('TimeZone') = 'UTC'
                  and current_setting('plan_cache_mode') = 'force_generic_plan' and current_setting('enable_sort') = 'off'
                  and current_setting('enable_seqscan') = 'off'
                  and current_setting('idle_in_transaction_session_timeout') <> '0' as arrived`,
        )
        const { pid, arrived } = rows[0]!
        if (!arrived)
          return fail(
            both('as opções da sessão se perderam no caminho', 'the options of the session were lost on the way'),
          )
        // A pooler returns its own session number, because it cancels on behalf of its clients.
        if (pid === client.processID) return well()
        return warn(both('há um pooler entre o gateway e o banco', 'a pooler is between the gateway and the database'))
      } finally {
        client.release()
      }
    },
  }),
  databaseExamination('database.connections', {
    about: both('se as conexões bastam para os processos', 'whether there are connections enough for the processes'),
    mend: both(
      'aumente max_connections (e reinicie), ou diminua DATABASE_POOL_SIZE; veja também CONNECTION LIMIT do banco',
      'raise max_connections (and restart), or lower DATABASE_POOL_SIZE; see also the CONNECTION LIMIT of the database',
    ),
    async look({ pool }, { settings }) {
      const server = await readServer(pool, [
        'max_connections',
        'superuser_reserved_connections',
        'reserved_connections',
      ])
      const { rows } = await pool.query<{ used: number; allowed: number }>(
        `select (select count(*)::int from pg_stat_activity where datid is not null) as used, datconnlimit as allowed
         from pg_database where datname = current_database()`,
      )
      const { used, allowed } = rows[0]!
      const [all, ...reserved] = ['max_connections', 'superuser_reserved_connections', 'reserved_connections'].map(
        (name) => Number(server[name] ?? 0),
      )
      const open = all! - reserved.reduce((sum, one) => sum + one, 0)
      const room = allowed >= 0 ? Math.min(open, allowed) : open
      const size = settings.DATABASE_POOL_SIZE ?? 10
      const needed = 4 * size + BESIDE.api + BESIDE.worker + BESIDE.desk
      if (needed > room)
        return fail(
          both(
            `uma API, um worker e um processo do backoffice podem abrir ${needed} conexões, e há ${room}`,
            `one API, one worker and one backoffice process can open ${needed} connections, and there are ${room}`,
          ),
        )
      if (used > USED_MAX * room)
        return warn(both(`${used} de ${room} conexões estão em uso`, `${used} of ${room} connections are in use`))
      // The replica counts of deploy/kubernetes, and their maximum during an upgrade.
      if (2 * needed > room)
        return warn(
          both(
            `dois de cada processo podem pedir ${2 * needed} conexões, e há ${room}`,
            `two of each process can open ${2 * needed} connections, and there are ${room}`,
          ),
        )
      return well(both(`${used} de ${room} em uso`, `${used} of ${room} in use`))
    },
  }),
  databaseExamination('database.encryption', {
    about: both('se o caminho até o banco é cifrado', 'whether the way to the database is encrypted'),
    mend: both(
      'acrescente sslmode=verify-full a cada endereço que sai desta máquina',
      'add sslmode=verify-full to every address that leaves this machine',
    ),
    async look(_, { logins }) {
      const open: string[] = []
      for (const { setting, url, pool } of logins) {
        if (isOfThisMachine(url)) continue
        const { rows } = await pool.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
        if (!rows[0]?.ssl) open.push(setting)
      }
      if (open.length === 0) return well()
      const names = open.join(', ')
      return warn(both(`sem TLS: ${names}`, `without TLS: ${names}`))
    },
  }),
]

function isOfThisMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  if (hostname === '') return searchParams.get('host')?.startsWith('/') ?? true
  const bare = hostname.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}
