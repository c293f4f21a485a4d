import type { Command } from 'commander'
import { type UnclaimedReport, unclaimedReports } from '../areas/pix-infractions/unclaimed-reports.ts'
import { asOperator, show } from './operator.ts'

export function addInfractionCommands(program: Command): void {
  program
    .command('infractions')
    .description('Pix infraction notifications')
    .command('unclaimed')
    .description('reports of other banks about payments that no ledger told us of, the most urgent first')
    .option('--limit <count>', 'how many at most', '100')
    .action(async function (this: Command, { limit }: { limit: string }) {
      const reports = await asOperator((db) => unclaimedReports(db, Number(limit)))
      show(
        this,
        reports.map((unclaimed) => describe(unclaimed)),
      )
    })
}

const HOUR_MS = 3_600_000

/** No description and no contact: what the other bank wrote is about people. */
function describe({ report, first_seen_at, due_date, ...unclaimed }: UnclaimedReport) {
  return {
    ...unclaimed,
    reason: report.reason,
    reporter: report.reporter_participant,
    amount: report.infraction_amount,
    age_hours: Math.floor((Date.now() - Date.parse(first_seen_at)) / HOUR_MS),
    due_date,
    what_to_do: adviceFor(unclaimed.status),
  }
}

/** The payment is claimed by itself as soon as its record is there; until then DICT waits for nobody's answer but ours. */
function adviceFor(status: string): string {
  if (status === 'CANCELLED') return 'nothing: the other bank took it back'
  if (status === 'CLOSED') return 'nothing: it was closed elsewhere'
  return "send the payment's record to the ingest before due_date, or answer at DICT by other means if it is not ours"
}
