import type { Schemas } from '../../contract/client.ts'
import { Badge } from '../../parts/badge.tsx'
import { frauds } from '../../pix/words.ts'
import { useFormats } from '../../words/format.ts'
import { said, useWords } from '../../words/language.ts'
import { cases } from '../words.ts'
import style from './infraction-decision.module.css'
import { InfractionStatus } from './infraction-status.tsx'
import { infractions } from './words.ts'

/** The decision, its author and its reason, or the note that there is nothing left to decide. */
export function InfractionVerdict({ infraction }: { infraction: Schemas['InfractionRecord'] }) {
  const say = useWords(infractions)
  const named = useWords(frauds)
  const { closed } = useWords(cases)
  const { moment } = useFormats()
  const { analysis_result, analysis_fraud_type, decided_at, decided_by, decision_reason, status } = infraction
  const by = { client: say.byClient, default: say.byDefault }[decided_by ?? ''] ?? decided_by
  return (
    <div className={style.verdict}>
      <p>
        <InfractionStatus status={status} />
      </p>
      {analysis_result && (
        <p>
          <Badge tone={analysis_result === 'AGREED' ? 'bad' : 'good'}>{said(say.results, analysis_result)}</Badge>{' '}
          {analysis_fraud_type && said(named, analysis_fraud_type)}
        </p>
      )}
      {decided_at && (
        <p>
          {say.decidedBy} {by}, {moment(decided_at)}
        </p>
      )}
      {decision_reason && <p className={style.why}>{decision_reason}</p>}
      <p className={style.soft}>{closed}</p>
    </div>
  )
}
