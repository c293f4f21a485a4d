import { type Language, languages, said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { desk, outcome } from '../../api/client.ts'
import { placeOf } from '../case-key.ts'
import { DecisionForm } from '../decision-form.tsx'
import type { CasePartProps } from '../kind.ts'
import { cases } from '../messages.ts'
import { stepContradictions, stepFacts } from './contradictions.ts'
import style from './decision.module.css'
import { onboardings } from './messages.ts'
import { atHand, subjectOf } from './reasons.ts'
import { type OnboardingRecord, personOf, type ShownStep, stepInHand, stepKey } from './record.ts'
import { StepStatus } from './status.tsx'

/** The step to decide, and its options. */
export function OnboardingDecision({ record, caseKey }: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const step = stepInHand(record, caseKey)
  return (
    <div className={style.decision}>
      {step && (
        <p className={style.step}>
          <span className={style.name}>{said(say.steps, step.name)}</span>
          {personOf(record, step) && <span>{personOf(record, step)}</span>}
          <StepStatus status={step.status} />
          {step.reason && <span className={style.reason}>{said(say.stepReasons, step.reason)}</span>}
        </p>
      )}
      {step?.waits_for_analyst ? (
        <StepDecision key={step.id} record={record} step={step} />
      ) : (
        <Closed record={record} />
      )}
    </div>
  )
}

function Closed({ record }: { record: OnboardingRecord }) {
  const say = useMessages(onboardings)
  const { closed } = useMessages(cases)
  const other = record.steps.find(({ waits_for_analyst }) => waits_for_analyst)
  return (
    <>
      <p>{closed}</p>
      {other && (
        <p>
          <Link {...placeOf(stepKey(record, other))}>{say.otherWaits(said(say.steps, other.name))}</Link>
        </p>
      )}
    </>
  )
}

function StepDecision({ record, step }: { record: OnboardingRecord; step: ShownStep }) {
  const { id: step_id, onboarding_id, name, version } = step
  const say = useMessages(onboardings)
  // The request is written in the language of the person who has to send the document, not of the desk.
  const [theirs, setTheirs] = useState<Language>('pt-BR')
  return (
    <DecisionForm
      kind="onboarding_step"
      words={say.verdicts}
      atHand={atHand(theirs, subjectOf(record.onboarding, step), name)}
      {...(name === 'BC_PROTEGE' && { withheld: 'APPROVED' })}
      checked={{ facts: stepFacts(record, step), contradicts: stepContradictions, words: say.contradictions }}
      decide={(decision, given) =>
        outcome(
          desk.POST('/v1/onboardings/{id}/steps/{step_id}/decision', {
            params: { path: { id: onboarding_id, step_id } },
            body: { decision, seen: version, ...given },
          }),
        )
      }
      about={say.readByIntegrator}
      more={() => <TheirLanguage value={theirs} onChange={setTheirs} />}
    />
  )
}

function TheirLanguage({ value, onChange }: { value: Language; onChange: (next: Language) => void }) {
  const say = useMessages(onboardings)
  const { languages: names } = useMessages(frame)
  return (
    <fieldset className={style.languages}>
      <legend className={style.legend}>{say.theirLanguage}</legend>
      {languages.map((one) => (
        <label key={one} className={style.language}>
          <input type="radio" name="their-language" checked={one === value} onChange={() => onChange(one)} />
          {names[one]}
        </label>
      ))}
    </fieldset>
  )
}
