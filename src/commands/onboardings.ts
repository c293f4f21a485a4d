import type { Command } from 'commander'
import { findOwner } from '../areas/onboarding/onboarding-store.ts'
import { drawOnboarding } from '../areas/onboarding/steps/draw-onboarding.ts'
import { findHistory } from '../areas/onboarding/steps/history-store.ts'
import { type Review, reviewStep } from '../areas/onboarding/steps/review-step.ts'
import { findReviews } from '../areas/onboarding/steps/step-store.ts'
import { viewFiles } from '../areas/onboarding/steps/view-files.ts'
import { signFile } from '../areas/storage/hand-out-file.ts'
import { systemClock } from '../base/clock.ts'
import { readSettings } from '../base/config/settings.ts'
import { maskDocument } from '../base/documents/mask.ts'
import { openObjects } from '../base/objects/open.ts'
import type { Tx } from '../gate/transaction.ts'
import { analystSettings } from '../settings.ts'
import { asOperator, forUser, found } from './operator.ts'
import { show } from './show.ts'

const LIST_MAX = 500
const ADDRESS_SECONDS = 15 * 60

/** For analysts: what waits for one, everything that is known of how it went, and the decision. */
export function addOnboardingCommands(program: Command): void {
  const onboardings = program.command('onboardings').description('onboardings of persons and companies')

  onboardings
    .command('list-reviews')
    .description(`the ${LIST_MAX} steps that have waited longest for an analyst`)
    .action(async function (this: Command) {
      const reviews = await asOperator((db) => findReviews(db, LIST_MAX))
      show(
        this,
        reviews.map((review) => ({ ...review, document: maskDocument(review.document) })),
      )
    })

  onboardings
    .command('show')
    .description('draw how an onboarding went: its steps, its faces, and who did what')
    .argument('<onboarding_id>')
    .action(async function (this: Command, id: string) {
      const drawn = await readHistory(id)
      if (this.optsWithGlobals()['json']) show(this, drawn)
      else process.stdout.write(drawOnboarding(drawn))
    })

  onboardings
    .command('files')
    .description('addresses of the papers and videos, good for fifteen minutes; who looked is in the activity')
    .argument('<onboarding_id>')
    .requiredOption('--actor <name>', 'who looks')
    .action(async function (this: Command, id: string, { actor }: { actor: string }) {
      const { objects } = openObjects(readSettings(analystSettings, process.env), systemClock)
      const { user_id, result } = await forOwner({ operation: 'onboardings files', id }, (tx) =>
        viewFiles(tx, id, actor),
      )
      const rows = result.map(async ({ type, legal_representative_id, file }) => ({
        user_id,
        type,
        legal_representative_id,
        url: await signFile(objects, file, ADDRESS_SECONDS),
      }))
      show(this, await Promise.all(rows))
      await objects.close()
    })

  const review = onboardings.command('review').description('decide about a step that waits for an analyst')
  addDecision(review, 'approve', 'APPROVED', 'the step passes, and the rest goes on')
  addDecision(review, 'reject', 'REJECTED', 'the onboarding is rejected; the integrator reads the reason')
  addDecision(review, 'resubmit', 'RESUBMIT', 'ask for papers, or for a face, again; the integrator reads the reason')
}

function addDecision(review: Command, name: string, decision: Review['decision'], description: string): void {
  review
    .command(name)
    .description(description)
    .argument('<onboarding_id>')
    .argument('<step_id>')
    .requiredOption('--seen <version>', 'the version you looked at, from list-reviews', Number)
    .requiredOption('--reason <text>', 'why')
    .requiredOption('--actor <name>', 'who decides')
    .action(async function (
      this: Command,
      onboarding_id: string,
      step_id: string,
      options: { seen: number; reason: string; actor: string },
    ) {
      const [reason, actor] = [options.reason.trim(), options.actor.trim()]
      if (!reason || !actor) throw new Error('a decision needs a reason and somebody who takes it')
      const taken = { onboarding_id, step_id, decision, reason, actor, seen: options.seen }
      const act = { operation: `onboardings review ${name}`, id: onboarding_id, reason }
      const { user_id, result } = await forOwner(act, (tx) => reviewStep(tx, taken))
      const { step, onboarding } = found(result, 'a step with this id and version that waits for an analyst')
      show(this, { user_id, onboarding_id, step_id, step_status: step.status, status: onboarding.status })
    })
}

/** Work on one onboarding, as the user whose it is. */
export function forOwner<T>(
  { id, operation, reason }: { id: string; operation: string; reason?: string },
  work: (tx: Tx) => Promise<T>,
) {
  return asOperator(async (db) => {
    const { user_id } = found(await findOwner(db, id), 'an onboarding with this id')
    const act = { operation, reason, user_id, subject: { type: 'onboarding', id } }
    return { user_id, result: await forUser(db, act, work) }
  })
}

/** Of the person, the masked document is all that is needed to tell one case from another. */
async function readHistory(id: string) {
  const history = found(await asOperator((db) => findHistory(db, id)), 'an onboarding with this id')
  const { onboarding } = history
  return { ...history, onboarding: { ...onboarding, document: maskDocument(onboarding.document) } }
}
