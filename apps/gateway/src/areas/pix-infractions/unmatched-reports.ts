import type pg from 'pg'
import sql from 'sql-template-tag'
import { caseOrder, waitingCases } from '../../cases/case-rule.ts'
import { endCases, writeCase } from '../../cases/write-cases.ts'
import type { Page } from '../../http/page.ts'
import type { InfractionReport } from '../../partners/dict/infraction-reports.ts'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { unclaimedReportCases } from './backoffice/cases.ts'
import { dueAt } from './deadlines.ts'

/**
 * Stores reports about payments that no ledger has reported. They are stored whole, so that nothing is missing when
 * the owner becomes known.
 */
export async function keepUnclaimed(operator: pg.Pool, report: InfractionReport): Promise<void> {
  const { id, transaction_id, status, last_modified } = report
  await runTransaction(operator, {
    async work(tx) {
      const [kept] = await tx.query<UnmatchedReportKey>(sql`
        insert into unmatched_infraction_reports as kept (id, end_to_end_id, status, report, reported_at, due_date)
        values (${id}, ${transaction_id}, ${status}, ${report}, ${last_modified}, ${dueOf(report)})
        on conflict (id) do update
          set status = excluded.status, report = excluded.report, reported_at = excluded.reported_at
          where kept.reported_at < excluded.reported_at
        returning id, status, first_seen_at, due_date`)
      if (kept) writeCase(tx, unclaimedReportCases, kept)
    },
  })
}

type UnmatchedReportKey = Pick<UnclaimedReport, 'id' | 'status' | 'first_seen_at' | 'due_date'>

export async function postponeUnclaimed(operator: pg.Pool, id: string, until: Date): Promise<void> {
  await operator.query(sql`update unmatched_infraction_reports set dict_retry_at = ${until} where id = ${id}`)
}

/** Reports whose payment has become known, oldest first. */
export async function claimable(operator: pg.Pool, max: number): Promise<InfractionReport[]> {
  const { rows } = await operator.query<{ report: InfractionReport }>(sql`
    select report from unmatched_infraction_reports unclaimed
    where exists (select from transactions where end_to_end_id = unclaimed.end_to_end_id)
    order by first_seen_at limit ${max}`)
  return rows.map(({ report }) => report)
}

export interface UnclaimedReport {
  id: string
  end_to_end_id: string
  status: string
  report: InfractionReport
  first_seen_at: string
  due_date: string
}

const dueOf = ({ creation_time }: InfractionReport) => dueAt(new Date(creation_time)).toISOString()

type Listed = Pick<UnclaimedReport, 'id' | 'end_to_end_id' | 'status' | 'first_seen_at' | 'due_date'> & {
  reason: string
  reporter_participant: string
  amount: number | null
}

const columns = sql`
  id, end_to_end_id, status, report->>'reason' as reason,
  report->>'reporter_participant' as reporter_participant,
  (report->>'infraction_amount')::bigint as amount, first_seen_at, due_date`

/** The reports page by page. Description and contact are omitted, because they contain personal data. */
export function listUnclaimed(tx: Transaction, page: Page): Promise<Listed[]> {
  return tx
    .query<Listed>(sql`
      select ${columns} from ${waitingCases(unclaimedReportCases, page.from(caseOrder))}
      join unmatched_infraction_reports on id = case_id`)
    .then(page.together)
}

/** One report, whether it is still unmatched or was withdrawn. */
export async function findUnclaimed(tx: Transaction, id: string): Promise<Listed | undefined> {
  const [found] = await tx.query<Listed>(sql`select ${columns} from unmatched_infraction_reports where id = ${id}`)
  return found
}

/** Deletes reports after they were stored with their owners. */
export async function forgetClaimed(operator: pg.Pool, ids: string[]): Promise<void> {
  await runTransaction(operator, {
    async work(tx) {
      const claimed = await tx.query<{ id: string }>(sql`
        delete from unmatched_infraction_reports where id = any(${ids})
          and exists (select from infraction_notifications kept where kept.id = unmatched_infraction_reports.id)
        returning id`)
      endCases(
        tx,
        unclaimedReportCases,
        claimed.map(({ id }) => id),
      )
    },
  })
}
