import { useState } from 'react'
import { desk, outcome, type Schemas } from '../../contract/client.ts'
import { useMay } from '../../contract/queries.ts'
import type { Tone } from '../../parts/badge.tsx'
import { Select } from '../../parts/field.tsx'
import { frauds } from '../../pix/words.ts'
import { useWords } from '../../words/language.ts'
import { DecisionForm } from '../decision-form.tsx'
import type { Shown } from '../kind.ts'
import { AskClient } from './ask-client.tsx'
import { Details } from './details.tsx'
import { InfractionVerdict } from './infraction-verdict.tsx'
import { infractions } from './words.ts'

type Body = Schemas['InfractionVerdict']
type Result = Body['analysis_result']
type Fraud = NonNullable<Body['analysis_fraud_type']>

const verdicts = [
  ['AGREED', 'bad'],
  ['DISAGREED', 'good'],
] as const satisfies [Result, Tone][]
const fraudTypes: Fraud[] = ['MULE_ACCOUNT', 'FRAUD_ACCOUNT', 'IDEOLOGICAL_FALSEHOOD', 'OTHER']

export function InfractionDecision({ record }: Shown<Schemas['InfractionCase']>) {
  const { infraction } = record
  const say = useWords(infractions)
  const named = useWords(frauds)
  const may = useMay('analyst')
  const [fraud, setFraud] = useState<Fraud>('MULE_ACCOUNT')
  const [details, setDetails] = useState('')
  const isOver = infraction.status === 'CLOSED' || infraction.status === 'CANCELLED'
  if (infraction.decided_at || isOver) return <InfractionVerdict infraction={infraction} />
  const mustTell = (result: Result) => result === 'AGREED' && fraud === 'OTHER'

  function decide(analysis_result: Result, reason: string) {
    const said = details.trim()
    const body: Body = {
      analysis_result,
      ...(analysis_result === 'AGREED' && { analysis_fraud_type: fraud }),
      ...(said && { analysis_details: said }),
      seen: infraction.version,
      reason,
    }
    return outcome(desk.POST('/v1/infractions/{id}/verdict', { params: { path: { id: infraction.id } }, body }))
  }

  return (
    <>
      <DecisionForm
        verdicts={verdicts.map(([value, tone]) => ({
          value,
          tone,
          ...say.verdicts[value],
          atHand: say.reasons[value],
        }))}
        decide={decide}
        about={say.onlyWe}
        isComplete={(result) => !mustTell(result) || details.trim() !== ''}
        more={(result) => (
          <>
            {result === 'AGREED' && (
              <Select label={say.fraud} value={fraud} onChange={(event) => setFraud(event.target.value as Fraud)}>
                {fraudTypes.map((value) => (
                  <option key={value} value={value}>
                    {named[value]}
                  </option>
                ))}
              </Select>
            )}
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
