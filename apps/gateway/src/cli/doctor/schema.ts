import type { Installation } from '../../platform/config/installation.ts'
import { EARLY_DAYS, partitionsLeft } from '../../platform/db/database-checks.ts'
import { readInstallation } from '../../platform/db/installation-guard.ts'
import { compareSchema, readMigrations } from '../../platform/db/migrations.ts'
import { both } from '../../platform/language.ts'
import { type Diagnostic, databaseExamination, examination, fail, warn, well } from './diagnostic.ts'

/** The job that truncates replay partitions retries every five minutes. */
const RING_MINUTES = 15

/** The schema, and partitions that must be created or truncated in time. */
export const schema: Diagnostic[] = [
  databaseExamination('schema.migrations', {
    about: both('se o esquema é o desta versão', 'whether the schema is that of this version'),
    mend: both(
      'migre com a versão que vai servir, antes de iniciar seus processos',
      'migrate with the version that is to serve, before its processes start',
    ),
    async look({ pool }) {
      const { missing, edited, ahead } = await compareSchema(pool, readMigrations())
      if (edited)
        return fail(both(`${edited} foi alterada depois de aplicada`, `${edited} was edited after it was applied`))
      if (ahead)
        return fail(
          both(
            `o esquema tem ${ahead}, que esta versão não conhece`,
            `the schema has ${ahead}, which this version does not know`,
          ),
        )
      if (missing.length === 0) return well()
      return fail(both(`faltam ${missing.length} migrações`, `${missing.length} migrations are missing`), [
        'eclusa migrate',
      ])
    },
  }),
  databaseExamination('schema.installation', {
    about: both('se o banco é deste tipo de instalação', 'whether the database is of this kind of installation'),
    mend: both(
      'use o banco próprio, ou defina INSTALLATION igual em todo lugar e migre um banco novo',
      'use the database of its own, or set INSTALLATION alike everywhere and migrate a new one',
    ),
    async look({ pool }, { settings: { INSTALLATION: said = 'live' } }) {
      const { rows } = await pool.query<{ installation: Installation }>(readInstallation)
      const found = rows[0]!.installation
      if (found === said) return well(both(said, said))
      return fail(
        both(
          `o banco é de ${found}, e INSTALLATION é ${said}`,
          `the database is ${found}, and INSTALLATION is ${said}`,
        ),
      )
    },
  }),
  databaseExamination('schema.partitions', {
    about: both('se há partições para os próximos meses', 'whether there are partitions for the coming months'),
    mend: both(
      'veja se um worker roda e se keep-partitions termina bem, ou migre de novo',
      'see that a worker runs and its job keep-partitions succeeds, or migrate again',
    ),
    async look({ pool }) {
      const [first] = await partitionsLeft(pool)
      if (!first || first.days >= EARLY_DAYS) return well()
      const { name, days } = first
      if (days > 0)
        return warn(both(`as de ${name} acabam em ${days} dias`, `those of ${name} run out in ${days} days`), [
          'eclusa migrate',
        ])
      return fail(
        both(
          `${name} não tem a deste mês: escritas são recusadas`,
          `${name} has none for this month: writes are refused`,
        ),
        ['eclusa migrate'],
      )
    },
  }),
  examination('schema.replay-ring', {
    about: both('se o anel contra repetições é esvaziado', 'whether the ring against repeats is emptied'),
    mend: both(
      'confira se um worker está em execução e procure truncate-replay-partition no log; nada é perdido, só ocupa disco',
      'check that a worker runs, and the log entries of truncate-replay-partition; nothing is lost, it only uses disk space',
    ),
    needs: ['DATABASE_WORKER_URL'],
    async look({ login }) {
      const { rows } = await login('DATABASE_WORKER_URL').pool.query<{ full: boolean; tried: boolean }>(
        `select pg_relation_size(format('eclusa.replay_claims_%s', (replay_slot(now()) + 1) % 4)::regclass) > 0 as full,
           exists (select from pgboss.job where name = 'truncate-replay-partition' and state = 'completed'
                   and completed_on > pgboss.job_now() - make_interval(mins => $1)) as tried`,
        [RING_MINUTES],
      )
      const { full, tried } = rows[0]!
      if (!full || tried) return well()
      return warn(both('a próxima parte do anel não foi esvaziada', 'the next part of the ring was not emptied'))
    },
  }),
]
