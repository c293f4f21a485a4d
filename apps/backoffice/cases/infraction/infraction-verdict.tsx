import { Badge } from '@eclusa/ui/components/badge.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { frauds } from '../../pix/messages.ts'
import { cases } from '../messages.ts'
import style from './infraction-decision.module.css'
import { InfractionStatus } from './infraction-status.tsx'
import { infractions } from './messages.ts'

/** The decision, its author and its reason, or the note that there is nothing left to decide. */
export function InfractionVerdict({ infraction }: { infraction: Schemas['InfractionRecord'] }) {
  const say = useMessages(infractions)
  const named = useMessages(frauds)
  const { closed } = useMessages(cases)
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
