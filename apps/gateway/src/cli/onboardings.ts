import type { Command } from 'commander'
import { drawOnboarding, type OnboardingDrawing } from '../areas/onboarding/steps/render-onboarding-timeline.ts'
import { callDesk, doAtDesk, listAtDesk, readDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'

const path = (id: string) => `/v1/onboardings/${id}`

/** For analysts: pending cases, the history of an onboarding, and the decision. */
export function addOnboardingCommands(program: Command): void {
  const onboardings = program.command('onboardings').description('onboardings of persons and companies')

  onboardings
    .command('list-reviews')
    .description('the steps that wait for an analyst, what is due first before the rest: 100 of them')
    .action(async function (this: Command) {
      const steps = await listAtDesk('/v1/cases', { kind: 'onboarding_step' })
      show(
        this,
        steps.map(({ id, under_id, ...step }) => ({ onboarding_id: under_id, step_id: id, ...step })),
      )
    })

  onboardings
    .command('show')
    .description(
      'draw the course of an onboarding: steps, liveness checks and history; masked unless you give a reason',
    )
    .argument('<onboarding_id>')
    .option('--reveal <reason>', 'show personal data; the audit log records the reason')
    .action(async function (this: Command, id: string, { reveal }: { reveal?: string }) {
      const looked =
        reveal === undefined
          ? await readDesk(path(id))
          : (await callDesk('POST', `${path(id)}/reveal`, { reason: reveal })).body
      if (this.optsWithGlobals()['json']) show(this, looked)
      else process.stdout.write(drawOnboarding(drawnOf(looked)))
    })

  onboardings
    .command('files')
    .description('addresses of the documents and videos, valid for five minutes; the audit log records the access')
    .argument('<onboarding_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, id: string, reasoned: { reason: string }) {
      const { body } = await callDesk('POST', `${path(id)}/files`, reasoned)
      show(this, body['files'] as ResponseBody[])
    })

  const review = onboardings.command('review').description('decide about a step that waits for an analyst')
  for (const [verb, decision, description] of [
    ['approve', 'APPROVED', 'the step passes, and the rest goes on'],
    ['reject', 'REJECTED', 'the onboarding is rejected; the integrator reads the reason'],
    ['resubmit', 'RESUBMIT', 'request documents, or a liveness check, again; the integrator reads the reason'],
  ] as const)
    review
      .command(verb)
      .description(description)
      .argument('<onboarding_id>')
      .argument('<step_id>')
      .requiredOption('--seen <version>', 'the version you looked at, from list-reviews', Number)
      .requiredOption('--reason <text>', 'why')
      .action(async function (this: Command, id: string, step_id: string, said: { seen: number; reason: string }) {
        await doAtDesk(this, `${path(id)}/steps/${step_id}/decision`, { decision, ...said })
      })
}

/** The part of the case that is printed. */
function drawnOf({ user_id, onboarding, person, steps, faces, timeline }: ResponseBody): OnboardingDrawing {
  const { document } = person as ResponseBody
  const noted = (timeline as ResponseBody[]).filter(({ told_by }) => told_by === 'activity')
  return {
    onboarding: { ...(onboarding as ResponseBody), user_id, document },
    steps,
    faces,
    activity: noted.map(({ at, ...entry }) => ({ ...entry, created_at: at })),
  } as unknown as OnboardingDrawing
}
