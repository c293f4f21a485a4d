import { both } from '../../base/language.ts'
import { databaseExamination, type Examination, warn, well } from './examination.ts'
import { readServer } from './server.ts'

/** What a failover would lose. */
export const replication: Examination[] = [
  databaseExamination('database.replication', {
    about: both('se as réplicas são síncronas', 'whether replicas are synchronous'),
    mend: both(
      'nomeie as réplicas em synchronous_standby_names, ou aceite por escrito que uma troca pode perder o que acaba de ser confirmado',
      'name the replicas in synchronous_standby_names, or accept in writing that a failover may lose what was just acknowledged',
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
        `alter system set synchronous_standby_names = 'ANY 1 (*)'; select pg_reload_conf();`,
      ])
    },
  }),
]
