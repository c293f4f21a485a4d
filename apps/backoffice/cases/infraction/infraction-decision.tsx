import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import { desk, outcome, type Schemas } from '../../api/client.ts'
import { useMay } from '../../api/queries.ts'
import { type Fraud, FraudType } from '../../pix/fraud-type.tsx'
import { DecisionForm, type DecisionInput } from '../decision-form.tsx'
import type { CasePartProps } from '../kind.ts'
import { infractionContradictions, infractionFacts } from './contradictions.ts'
import { Details } from './details.tsx'
import { InfractionVerdict } from './infraction-verdict.tsx'
import { infractions } from './messages.ts'
import { AskClient } from './request-info.tsx'

type InfractionDecisionBody = Schemas['InfractionVerdict']
type Result = InfractionDecisionBody['analysis_result']

export function InfractionDecision({ record }: CasePartProps<Schemas['InfractionCase']>) {
  const { infraction } = record
  const say = useMessages(infractions)
  const may = useMay('analyst')
  const [fraud, setFraud] = useState<Fraud>()
  const [details, setDetails] = useState('')
  const isOver = infraction.status === 'CLOSED' || infraction.status === 'CANCELLED'
  if (infraction.decided_at || isOver) return <InfractionVerdict infraction={infraction} />
  const mustTell = (result: Result) => result === 'AGREED' && fraud === 'OTHER'

  function decide(analysis_result: Result, given: DecisionInput) {
    const said = details.trim()
    const body: InfractionDecisionBody = {
      analysis_result,
      ...(analysis_result === 'AGREED' && fraud && { analysis_fraud_type: fraud }),
      ...(said && { analysis_details: said }),
      seen: infraction.version,
      ...given,
    }
    return outcome(desk.POST('/v1/infractions/{id}/verdict', { params: { path: { id: infraction.id } }, body }))
  }

  return (
    <>
      <DecisionForm
        kind="infraction"
        words={say.verdicts}
        atHand={say.reasons}
        checked={{
          facts: infractionFacts(record),
          contradicts: infractionContradictions,
          words: say.contradictions,
        }}
        decide={decide}
        about={say.onlyWe}
        isComplete={(result) =>
          (result === 'DISAGREED' || fraud !== undefined) && (!mustTell(result) || details.trim() !== '')
        }
        more={(result) => (
          <>
            {result === 'AGREED' && <FraudType label={say.fraud} value={fraud} onChange={setFraud} />}
            <Details
              hint={mustTell(result) ? say.detailsRequired : say.detailsOptional}
              required={mustTell(result)}
              value={details}
              onChange={setDetails}
            />
          </>
        )}
      />
      {may && <AskClient infraction={infraction} />}
    </>
  )
}
