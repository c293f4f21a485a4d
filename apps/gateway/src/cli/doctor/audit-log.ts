import { anchorKey } from '../../backoffice/audit-log/anchor.ts'
import { LATE_SECONDS } from '../../backoffice/audit-log/anchor-check.ts'
import { createAnchorPlace, readDocument } from '../../backoffice/audit-log/anchor-place.ts'
import { readJournalState, unanchoredSeconds } from '../../backoffice/audit-log/anchor-store.ts'
import { both } from '../../platform/language.ts'
import { type Diagnostic, examination, fail, warn, well } from './diagnostic.ts'

/** Whether the audit log is protected against undetected changes. The full verification is `eclusa journal verify`. */
export const journal: Diagnostic[] = [
  examination('journal.anchored', {
    about: both(
      'se a trilha de auditoria é ancorada fora do banco',
      'whether the audit log is anchored outside the database',
    ),
    mend: both(
      'defina JOURNAL_ANCHORS e JOURNAL_SIGNING_KEY no worker; se já estão definidas, procure journal_disagrees no log e confira se o destino aceita âncoras',
      'set JOURNAL_ANCHORS and JOURNAL_SIGNING_KEY for the worker; if they are set, look for journal_disagrees in the log and check that the target accepts anchors',
    ),
    needs: ['DATABASE_WORKER_URL'],
    async look({ login, settings: { JOURNAL_ANCHORS } }) {
      if (JOURNAL_ANCHORS === undefined)
        return warn(both('não há destino configurado para as âncoras', 'no anchor store is configured'))
      const seconds = await unanchoredSeconds(login('DATABASE_WORKER_URL').pool)
      if (seconds < LATE_SECONDS) return well()
      const minutes = Math.round(seconds / 60)
      return fail(
        both(
          `entradas esperam âncora há ${minutes} minutos`,
          `entries have waited for an anchor for ${minutes} minutes`,
        ),
      )
    },
  }),
  examination('journal.newest-anchor', {
    about: both(
      'se a âncora mais nova está no destino e corresponde à trilha de auditoria',
      'whether the newest anchor is in its place and matches the audit log',
    ),
    mend: both(
      'não apague nada: verifique a trilha de auditoria inteira e compare-a com um backup',
      'remove nothing: verify the whole audit log, and compare it with a backup',
    ),
    needs: ['DATABASE_WORKER_URL', 'JOURNAL_ANCHORS'],
    async look({ login, settings }) {
      const { newest, anchored_hash } = await readJournalState(login('DATABASE_WORKER_URL').pool)
      if (!newest?.put_at) return well(both('ainda não há âncora', 'there is no anchor yet'))
      const place = createAnchorPlace({ JOURNAL_ANCHOR_REGION: 'us-east-1', ...settings })!
      try {
        const document = await readDocument(place, anchorKey(newest.sequence))
        const { hash } = JSON.parse(newest.document) as { hash: string }
        if (document === newest.document && anchored_hash?.toString('hex') === hash)
          return well(both(`entrada ${newest.sequence}`, `entry ${newest.sequence}`))
      } finally {
        await place.close()
      }
      return fail(
        both(
          `a âncora da entrada ${newest.sequence} não confere`,
          `the anchor of entry ${newest.sequence} does not agree`,
        ),
        ['eclusa journal verify'],
      )
    },
  }),
]
