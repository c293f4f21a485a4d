import type pg from 'pg'
import { both } from '../../platform/language.ts'
import { type Diagnostic, databaseExamination, fail, warn, well } from './diagnostic.ts'

/** The oldest version in the tests. */
const VERSION_MIN = 150_000

/** The database server: its version, and the server settings that the gateway requires. */
export const server: Diagnostic[] = [
  databaseExamination('database.version', {
    about: both('a versão do PostgreSQL', 'the version of PostgreSQL'),
    mend: both('atualize o servidor para PostgreSQL 15 ou mais novo', 'upgrade the server to PostgreSQL 15 or newer'),
    async look({ pool }) {
      const { server_version_num, server_version } = await readServer(pool, ['server_version_num', 'server_version'])
      const name = `PostgreSQL ${server_version}`
      if (Number(server_version_num) >= VERSION_MIN) return well(both(name, name))
      return fail(both(`${name} é antigo demais`, `${name} is too old`))
    },
  }),
  databaseExamination('database.primary', {
    about: both('se o banco aceita escritas', 'whether the database takes writes'),
    mend: both(
      'aponte os endereços para o primário: este pode ser o antigo, ou uma réplica',
      'point the addresses at the primary: this may be the one that was, or a replica',
    ),
    async look({ pool }) {
      const { rows } = await pool.query<{ read_only: boolean }>(
        `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only`,
      )
      return rows[0]!.read_only ? fail(both('o banco só permite leitura', 'the database is read-only')) : well()
    },
  }),
  databaseExamination('database.encoding', {
    about: both('a codificação dos textos', 'the encoding of texts'),
    mend: both(
      'crie outro banco com encoding UTF8 e restaure nele: nomes não cabem em outra codificação',
      'make another database with encoding UTF8 and restore into it: names do not fit into another encoding',
    ),
    async look({ pool }) {
      const { server_encoding } = await readServer(pool, ['server_encoding'])
      if (server_encoding === 'UTF8') return well()
      return fail(both(`a codificação é ${server_encoding}`, `the encoding is ${server_encoding}`))
    },
  }),
  databaseExamination('database.durability', {
    about: both('se o que foi confirmado sobrevive a uma queda', 'whether what was acknowledged outlives a crash'),
    mend: both(
      'ligue de novo: o que foi respondido ao chamador poderia ser perdido; veja também ALTER ROLE e ALTER DATABASE',
      'turn it on again: confirmed changes could be lost; check ALTER ROLE and ALTER DATABASE as well',
    ),
    async look({ pool }) {
      const names = ['fsync', 'full_page_writes', 'synchronous_commit']
      const values = await readServer(pool, names)
      const off = names.filter((name) => values[name] === 'off')
      if (off.length === 0) return well()
      return fail(
        both(`desligado: ${off.join(', ')}`, `turned off: ${off.join(', ')}`),
        off.map((name) => `alter system set ${name} = on; select pg_reload_conf();`),
      )
    },
  }),
  databaseExamination('database.vacuum', {
    about: both('se linhas mortas são recolhidas', 'whether dead rows are cleared away'),
    mend: both('ligue o autovacuum: sem ele tabelas só crescem', 'turn autovacuum on: without it tables only grow'),
    async look({ pool }) {
      const { autovacuum, track_counts } = await readServer(pool, ['autovacuum', 'track_counts'])
      if (autovacuum === 'on' && track_counts === 'on') return well()
      return fail(both('o autovacuum está desligado', 'autovacuum is turned off'), [
        'alter system set autovacuum = on; alter system set track_counts = on; select pg_reload_conf();',
      ])
    },
  }),
  databaseExamination('database.wal', {
    about: both('se o log pode ser arquivado e replicado', 'whether the log can be archived and replicated'),
    mend: both(
      'com wal_level = minimal não há cópia contínua nem réplica: mude e reinicie o servidor',
      'with wal_level = minimal there is neither continuous backup nor a replica: change it and restart the server',
    ),
    async look({ pool }) {
      const { wal_level } = await readServer(pool, ['wal_level'])
      if (wal_level !== 'minimal') return well(both(`wal_level ${wal_level}`, `wal_level ${wal_level}`))
      return warn(both('wal_level é minimal', 'wal_level is minimal'), ['alter system set wal_level = replica;'])
    },
  }),
]

/** Server settings as this login has them. */
export async function readServer(pool: pg.Pool, names: string[]): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [names],
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}
