import type { Command } from 'commander'
import type pg from 'pg'
import { drawOnboarding } from '../areas/onboarding/steps/draw-onboarding.ts'
import { type Review, reviewStep } from '../areas/onboarding/steps/review-step.ts'
import { viewFiles } from '../areas/onboarding/steps/view-files.ts'
import { signFile } from '../areas/storage/hand-out-file.ts'
import { systemClock } from '../base/clock.ts'
import { readSettings } from '../base/config/settings.ts'
import { maskDocument } from '../base/documents/mask.ts'
import { openObjects } from '../base/objects/open.ts'
import { analystSettings } from '../settings.ts'
import { asOperator, forUser, found, ownerOf, show } from './operator.ts'

const LIST_MAX = 500
const ADDRESS_SECONDS = 15 * 60

/** For analysts: what waits for one, everything that is known of how it went, and the decision. */
export function addOnboardingCommands(program: Command): void {
  const onboardings = program.command('onboardings').description('onboardings of persons and companies')

  onboardings
    .command('list-reviews')
    .description(`the ${LIST_MAX} steps that have waited longest for an analyst`)
    .action(async function (this: Command) {
      const { rows } = await asOperator((db) =>
        db.query<{ document: string }>(
          `select step.onboarding_id, step.id as step_id, step.version as seen, step.name, step.reason,
             step.legal_representative_id, onboarding.person_type, onboarding.document, step.user_id, step.updated_at
           from onboarding_steps step
           join onboardings onboarding on onboarding.user_id = step.user_id and onboarding.id = step.onboarding_id
           where step.status = 'MANUAL_REVIEW' and step.finished_at is null
             and onboarding.status in ('in_process', 'in_process_delayed', 'approved')
           order by step.updated_at limit $1`,
          [LIST_MAX],
        ),
      )
      show(
        this,
        rows.map((row) => ({ ...row, document: maskDocument(row.document) })),
      )
    })

  onboardings
    .command('show')
    .description('draw how an onboarding went: its steps, its faces, and who did what')
    .argument('<onboarding_id>')
    .action(async function (this: Command, id: string) {
      const drawn = await asOperator((db) => readOnboarding(db, id))
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
      const { user_id, viewed } = await asOperator(async (db) => {
        const user_id = await ownerOf(db, id)
        return { user_id, viewed: await forUser(db, user_id, (tx) => viewFiles(tx, id, actor)) }
      })
      const rows = viewed.map(async ({ type, legal_representative_id, file }) => ({
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
      const decided = await asOperator(async (db) => {
        const user_id = await ownerOf(db, onboarding_id)
        const review = { onboarding_id, step_id, decision, reason, actor, seen: options.seen }
        const applied = await forUser(db, user_id, (tx) => reviewStep(tx, review))
        return applied && { user_id, ...applied }
      })
      const rows = decided
        ? [
            {
              user_id: decided.user_id,
              onboarding_id,
              step_id,
              step_status: decided.step.status,
              status: decided.onboarding.status,
            },
          ]
        : []
      show(this, found(rows, 'a step with this id and version that waits for an analyst'))
    })
}

type Drawn = Parameters<typeof drawOnboarding>[0]

/** Ids, states and times. Of the person, the masked document is all that is needed to tell one case from another. */
async function readOnboarding(db: pg.Pool, id: string): Promise<Drawn & Record<string, unknown>> {
  const { rows } = await db.query<Drawn['onboarding']>(
    `select user_id, id, person_type, status, document, failed_code, failed_message, rejected_legal_representative_id,
       submitted_at, finished_at, expires_at, created_at from onboardings where id = $1`,
    [id],
  )
  const onboarding = found(rows, 'an onboarding with this id') as unknown as (typeof rows)[number]
  const key = [onboarding.user_id, id]
  const steps = await db.query<Drawn['steps'][number]>(
    `select id, name, status, "order", legal_representative_id, attempts, reason, version, next_action_at, finished_at
     from onboarding_steps where user_id = $1 and onboarding_id = $2 order by "order", id`,
    key,
  )
  const faces = await db.query<Drawn['faces'][number]>(
    `select legal_representative_id, status, method, submitted_at from livenesses
     where user_id = $1 and onboarding_id = $2 order by id`,
    key,
  )
  const activity = await db.query<Drawn['activity'][number]>(
    `select what, status, step_id, actor, reason, created_at from onboarding_activity
     where user_id = $1 and onboarding_id = $2 order by created_at, id`,
    key,
  )
  const masked = { ...onboarding, document: maskDocument(onboarding.document) }
  return { onboarding: masked, steps: steps.rows, faces: faces.rows, activity: activity.rows }
}
