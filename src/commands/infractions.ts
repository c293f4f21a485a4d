import { type Command, Option } from 'commander'
import { findOwner, listUndecided } from '../areas/pix-infractions/across-users.ts'
import { askAgain, decideNotification } from '../areas/pix-infractions/decide-notification.ts'
import { type ComplianceFraudType, fraudTypeNames, verdicts } from '../areas/pix-infractions/notification.ts'
import { findNotification } from '../areas/pix-infractions/notification-store.ts'
import { type UnclaimedReport, unclaimedReports } from '../areas/pix-infractions/unclaimed-reports.ts'
import { whyNot } from '../areas/pix-infractions/verdict.ts'
import type { Tx } from '../gate/transaction.ts'
import { asOperator, forUser, found } from './operator.ts'
import { show } from './show.ts'

/** For analysts: what waits for a verdict and until when, all that is known of it, and the decision. */
export function addInfractionCommands(program: Command): void {
  const infractions = program.command('infractions').description('Pix infraction notifications')
  addLists(infractions)

  infractions
    .command('show')
    .description('everything that is known of a notification, with what the other bank and the client wrote')
    .argument('<id>')
    .action(async function (this: Command, id: string) {
      const notification = found(
        await forOwner({ operation: 'infractions show', id }, (tx) => findNotification(tx, id)),
        'a notification with this id',
      )
      if (this.optsWithGlobals()['json']) show(this, notification)
      else
        for (const [name, value] of Object.entries(notification))
          if (value !== null) process.stdout.write(`${name.padEnd(24)}${written(value)}\n`)
    })

  infractions
    .command('decide')
    .description('give the verdict of the institution; DICT is told by a job')
    .argument('<id>')
    .addOption(new Option('--verdict <verdict>', 'whether there was fraud').choices(verdicts).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why; only we read it')
    .addOption(new Option('--fraud-type <type>', 'which fraud it was, with AGREED').choices(fraudTypeNames))
    .option('--details <text>', 'what the other bank reads; required with the fraud type OTHER')
    .requiredOption('--seen <version>', 'the version you looked at, from list or show', Number)
    .requiredOption('--actor <name>', 'who decides')
    .action(async function (this: Command, id: string, options: Decision) {
      const [decision_reason, decided_by] = [options.reason.trim(), options.actor.trim()]
      if (!decision_reason || !decided_by) throw new Error('a verdict needs a reason and somebody who gives it')
      const verdict = {
        analysis_result: options.verdict,
        analysis_details: options.details?.trim() || null,
        analysis_fraud_type: options.fraudType ?? null,
        decided_by,
        decision_reason,
      }
      const broken = whyNot(verdict)
      if (broken) throw new Error(broken)
      const decided = await forOwner({ operation: 'infractions decide', id, reason: decision_reason }, (tx) =>
        decideNotification(tx, id, () => verdict, { seen: options.seen }),
      )
      const { status, analysis_result, due_date } = found(decided, 'an undecided notification with this id and version')
      show(this, { id, status, analysis_result, due_date })
    })

  infractions
    .command('ask-again')
    .description('ask the client before anything is decided; they read the question in the notification')
    .argument('<id>')
    .requiredOption('--question <text>', 'what you want to know')
    .requiredOption('--seen <version>', 'the version you looked at, from list or show', Number)
    .action(async function (this: Command, id: string, { question, seen }: { question: string; seen: number }) {
      if (!question.trim()) throw new Error('a question needs words')
      const asked = await forOwner({ operation: 'infractions ask-again', id }, (tx) =>
        askAgain(tx, id, question.trim(), seen),
      )
      const { status, due_date } = found(asked, 'an undecided notification with this id and version')
      show(this, { id, status, due_date })
    })
}

interface Decision {
  verdict: (typeof verdicts)[number]
  reason: string
  fraudType?: ComplianceFraudType
  details?: string
  seen: number
  actor: string
}

const written = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Work on one notification, as the user whose it is. */
function forOwner<T>(
  { id, operation, reason }: { id: string; operation: string; reason?: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return asOperator(async (db) => {
    const { user_id } = found(await findOwner(db, id), 'a notification with this id')
    return forUser(db, { operation, reason, user_id, subject: { type: 'infraction_notification', id } }, work)
  })
}

function addLists(infractions: Command): void {
  infractions
    .command('list')
    .description('what waits for a verdict, the most urgent first')
    .option('--limit <count>', 'how many at most', '100')
    .action(async function (this: Command, { limit }: { limit: string }) {
      show(this, await asOperator((db) => listUndecided(db, Number(limit))))
    })

  infractions
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
