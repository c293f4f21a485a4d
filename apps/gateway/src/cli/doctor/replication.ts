import { isConnectionLost } from '../../platform/db/database-errors.ts'
import { openPool } from '../../platform/db/pool.ts'
import { both } from '../../platform/language.ts'
import { type Diagnostic, databaseExamination, fail, warn, well } from './diagnostic.ts'
import { readServer } from './server.ts'

/** A commit fails after twice this time: replicas in another city confirm within a tenth of it. */
const COMMIT_MS = 2_000

/** Replication: data that a failover would lose, and commits that wait for replicas. */
export const replication: Diagnostic[] = [
  databaseExamination('database.replication', {
    about: both('se as réplicas são síncronas', 'whether replicas are synchronous'),
    mend: both(
      'nomeie as réplicas em synchronous_standby_names (sob o Patroni, só por synchronous_mode em patronictl edit-config), ou aceite por escrito que uma troca pode perder o que acaba de ser confirmado',
      'name the replicas in synchronous_standby_names (under Patroni only by synchronous_mode in patronictl edit-config), or accept in writing that a failover may lose what was just acknowledged',
    ),
    async look({ pool }) {
      const { synchronous_standby_names: names, synchronous_commit: commit } = await readServer(pool, [
        'synchronous_standby_names',
        'synchronous_commit',
      ])
      const { rows } = await pool.query<{ standbys: number }>(
        'select count(*)::int as standbys from pg_stat_replication',
      )
      const { standbys } = rows[0]!
      if (names && commit === 'local')
        return warn(
          both(
            'synchronous_commit é local: réplicas não são esperadas',
            'synchronous_commit is local: replicas are not waited for',
          ),
        )
      if (names) return well(both(`síncrona: ${standbys} conectadas`, `synchronous: ${standbys} connected`))
      if (standbys === 0) return well(both('nenhuma réplica conectada', 'no replica is connected'))
      return warn(both(`${standbys} conectadas, e assíncronas`, `${standbys} connected, and asynchronous`), [
        `alter system set synchronous_standby_names = 'ANY 1 (*)'; select pg_reload_conf(); -- not under Patroni`,
      ])
    },
  }),
  databaseExamination('database.standby', {
    about: both('se há a réplica pela qual as escritas esperam', 'whether the replica that writes wait for is there'),
    mend: both(
      'ligue a réplica (ou o Patroni dela), sob um nome que está em synchronous_standby_names: até lá cada escrita espera e é respondida com 503; veja docs/guides/pt-BR/high-availability.md',
      'start the replica (or its Patroni), under a name that is in synchronous_standby_names: until then every write waits and is answered 503; see docs/guides/high-availability.md',
    ),
    async look({ pool, url }) {
      const { synchronous_standby_names: names } = await readServer(pool, ['synchronous_standby_names'])
      if (!names) return well(both('nenhuma é esperada', 'none is waited for'))
      const { rows } = await pool.query<{ there: boolean }>('select exists (select from pg_stat_replication) as there')
      if (!rows[0]!.there) return fail(both('esperada, e nenhuma está conectada', 'waited for, and none is connected'))
      if (await isCommitted(url)) return well()
      return fail(
        both('esperada, e quem está conectado não responde', 'no response: connected clients get no answer either'),
      )
    },
  }),
]

/**
 * Whether a commit completes. No login of the gateway may read the replicas' names, so the check makes a commit
 * without lasting data, which waits like every other. When it times out, the pool cancels it on the server too.
 */
async function isCommitted(connectionString: string): Promise<boolean> {
  const pool = openPool({ connectionString, size: 1, name: 'eclusa-doctor', statementTimeoutMs: COMMIT_MS })
  try {
    await pool.query(`select pg_logical_emit_message(true, 'eclusa-doctor', '')`)
    return true
  } catch (error) {
    if (isConnectionLost(error)) return false
    throw error
  } finally {
    await pool.end()
  }
}
