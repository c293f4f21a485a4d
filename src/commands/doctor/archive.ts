import { both } from '../../base/language.ts'
import { databaseExamination, type Examination, fail, warn, well } from './examination.ts'
import { readServer } from './server.ts'

/** So many times `archive_timeout`, and never less than this, an archive may be behind: one that is far away, or busy with a backup. */
const LATE_TIMEOUTS = 5
const LATE_MS_MIN = 5 * 60_000

/** Whether the log leaves the server: a restore to a moment is made from nothing else. */
export const archive: Examination[] = [
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
        return fail(both('arquivar está ligado, e ninguém disse como', 'archiving is on, and nobody said how'))
      const { rows } = await pool.query<Archiver & { failing: boolean | null; since: string }>(
        `select last_failed_time > coalesce(last_archived_time, '-infinity') as failing,
                date_trunc('second', coalesce(last_archived_time, stats_reset)) as since, last_archived_wal,
                case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 end as written
         from pg_stat_archiver`,
      )
      const { failing, since, ...archiver } = rows[0]!
      const timeoutMs = Number(server['archive_timeout']) * 1_000
      const isLate = clock.now().getTime() - Date.parse(since) > Math.max(LATE_MS_MIN, LATE_TIMEOUTS * timeoutMs)
      // A command that hangs fails as little as one that is not there.
      if (!failing && !(isLate && isWaiting(archiver, timeoutMs, Number(server['wal_segment_size'])))) return well()
      return fail(both(`nada foi arquivado desde ${since}`, `nothing has been archived since ${since}`))
    },
  }),
]

interface Archiver {
  /** The name of the file that arrived last. */
  last_archived_wal: string | null
  /** How many bytes the log has, from the first that ever was; null on a replica, which sends none of it. */
  written: number | null
}

/**
 * Whether at least two whole segments are waiting: one may be on its way just now, and a server that is quiet has none. Where none
 * ever arrived, one that closes its segments by the clock should have sent some.
 */
function isWaiting({ last_archived_wal: last, written }: Archiver, timeoutMs: number, segmentBytes: number): boolean {
  if (written === null) return false
  if (last === null) return timeoutMs > 0
  // A timeline, and where the segment begins. Files of backups and of timelines have other names, and say nothing of how far it is.
  const [, high, low] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(last) ?? []
  if (high === undefined || low === undefined) return false
  const begins = Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) * segmentBytes
  return written - begins >= 3 * segmentBytes
}
