import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import { placeOf } from '../case-key.ts'
import type { CasePartProps } from '../kind.ts'
import { whoIs } from './actor.ts'
import { onboardings } from './messages.ts'
import style from './onboarding.module.css'
import { type OnboardingRecord, personOf, type ShownStep, stepInHand, stepKey } from './record.ts'
import { StepStatus } from './status.tsx'

/** The result and reason of each check, and the number of attempts. */
export function StepsPanel({ record, caseKey }: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const inHand = stepInHand(record, caseKey)
  return (
    <Panel title={say.checks} count={record.steps.length} flush>
      <ol className={style.list}>
        {record.steps.map((step) => (
          <li key={step.id} className={style.one} aria-current={step === inHand ? 'step' : undefined}>
            <p className={style.line}>
              <span className={style.name}>{said(say.steps, step.name)}</span>
              {personOf(record, step) && <span className={style.soft}>{personOf(record, step)}</span>}
              <span className={style.end}>
                {step === inHand && <Badge tone="accent">{say.thisStep}</Badge>}
                {step !== inHand && step.waits_for_analyst && (
                  <Link {...placeOf(stepKey(record, step))}>{say.decideIt}</Link>
                )}
                <StepStatus status={step.status} />
              </span>
            </p>
            <StepWord step={step} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function StepWord({ step }: { step: ShownStep }) {
  const say = useMessages(onboardings)
  const { moment } = useFormats()
  const told = [
    step.attempts > 0 && say.attempts(step.attempts),
    step.failures > 0 && say.failures(step.failures),
    step.pending_since && say.pendingSince(moment(step.pending_since)),
    step.next_action_at && say.nextAt(moment(step.next_action_at)),
    // The timeline shows who ended it and when.
    step.finished_at && step.said.length === 0 && say.endedAt(moment(step.finished_at)),
  ].filter(Boolean)
  return (
    <>
      {step.reason && <p className={style.reason}>{said(say.stepReasons, step.reason)}</p>}
      {told.length > 0 && <p className={style.soft}>{told.join(' · ')}</p>}
      {step.answers.length > 0 && (
        <ul className={style.said}>
          {step.answers.map((one) => (
            <li key={one.id}>
              {say.registerSaid(one.document, said(say.registerVerdicts, one.verdict))}, {moment(one.answered_at)}
              {one.answer && <span className={style.reason}>{one.answer}</span>}
            </li>
          ))}
        </ul>
      )}
      {step.said.length > 0 && (
        <ul className={style.said}>
          {step.said.map((one) => (
            <li key={`${one.at} ${one.what}`}>
              {said(say.happened, one.what)}, {whoIs(say, one.actor)}, {moment(one.at)}
              {one.reason && one.reason !== step.reason && (
                <span className={style.reason}>{said(say.stepReasons, one.reason)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
