import { both } from '../../platform/language.ts'
import { type Diagnostic, databaseExamination, fail, warn, well } from './diagnostic.ts'
import { readServer } from './server.ts'

/** An archive may be behind by this many `archive_timeout`s, and at least by this time, for example during a backup. */
const LATE_TIMEOUTS = 5
const LATE_MS_MIN = 5 * 60_000

/** Whether WAL archiving works, because a point-in-time restore depends on it. */
export const archive: Diagnostic[] = [
  databaseExamination('database.archive', {
    about: both('se o log chega ao arquivo', 'whether the log reaches its archive'),
    mend: both(
      'configure archive_mode e archive_command como em docs/guides/pt-BR/backup.md; se já estão, veja no log do servidor por que archive_command falha ou não termina: o disco enche, e o que falta no arquivo não volta',
      'set archive_mode and archive_command as in docs/guides/backup.md; if they are, see in the log of the server why archive_command fails or does not end: the disk fills up, and what the archive lacks cannot be restored',
    ),
    async look({ pool }, { clock }) {
      const names = ['archive_mode', 'archive_command', 'archive_library', 'archive_timeout', 'wal_segment_size']
      const server = await readServer(pool, names)
      if (server['archive_mode'] === 'off')
        return warn(
          both(
            'o servidor não arquiva, e não se volta a um momento',
            'the server archives nothing, and no moment can be restored',
          ),
        )
      if (!server['archive_command'] && !server['archive_library'])
        return fail(
          both(
            'o arquivamento está ligado, sem um comando de arquivamento',
            'archiving is on without an archive command',
          ),
        )
      const { rows } = await pool.query<Archiver & { failing: boolean | null; since: string }>(
        `select last_failed_time > coalesce(last_archived_time, '-infinity') as failing,
                date_trunc('second', coalesce(last_archived_time, stats_reset)) as since, last_archived_wal,
                case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 end as written
         from pg_stat_archiver`,
      )
      const { failing, since, ...archiver } = rows[0]!
      const timeoutMs = Number(server['archive_timeout']) * 1_000
      const isLate = clock.now().getTime() - Date.parse(since) > Math.max(LATE_MS_MIN, LATE_TIMEOUTS * timeoutMs)
      // A command that hangs reports no failures, like a missing one.
      if (!failing && !(isLate && isWaiting(archiver, timeoutMs, Number(server['wal_segment_size'])))) return well()
      return fail(both(`nada foi arquivado desde ${since}`, `nothing has been archived since ${since}`))
    },
  }),
]

interface Archiver {
  /** The file name of the last archived segment. */
  last_archived_wal: string | null
  /** The WAL position in bytes; null on a replica, which archives nothing. */
  written: number | null
}

/**
 * Whether at least two whole segments are waiting: one may be in progress, and an idle server has none. When none was
 * ever archived, a server with `archive_timeout` should have archived some.
 */
function isWaiting({ last_archived_wal: last, written }: Archiver, timeoutMs: number, segmentBytes: number): boolean {
  if (written === null) return false
  if (last === null) return timeoutMs > 0
  // The name has a timeline and the segment's position. Backup and timeline files have other names and no position.
  const [, high, low] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(last) ?? []
  if (high === undefined || low === undefined) return false
  const begins = Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) * segmentBytes
  return written - begins >= 3 * segmentBytes
}
