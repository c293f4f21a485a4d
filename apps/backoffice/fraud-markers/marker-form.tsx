import { isProblem } from '@eclusa/ui/api/problem.ts'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { ReasonField } from '@eclusa/ui/components/reason-field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import { type DecisionOutcome, desk, outcome, type Schemas } from '../api/client.ts'
import { type Fraud, FraudType } from '../pix/fraud-type.tsx'
import { DocumentField, isDocument } from './document-field.tsx'
import { MarkOutcome } from './marker-outcome.tsx'
import style from './markers.module.css'
import { marks } from './messages.ts'

type New = Omit<Schemas['NewFraudMarker'], 'fraud_type'> & { fraud_type?: Fraud }
const blank: New = { document: '', reason: '' }

/** Marks a person. A request without a response from DICT is sent again under the same number, so that it is done once. */
export function MarkForm() {
  const say = useMessages(marks)
  const [mark, setMark] = useState(blank)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [done, setDone] = useState<DecisionOutcome<unknown>>()
  const { document, fraud_type, reason, request_id } = mark
  // Any change of the form is a new request.
  const change = (changes: Partial<New>) => setMark({ document, reason, ...(fraud_type && { fraud_type }), ...changes })

  async function send(type: Fraud): Promise<void> {
    setBusy(true)
    setError(undefined)
    setDone(undefined)
    try {
      setDone(
        await outcome(desk.POST('/v1/fraud-markers', { body: { ...mark, fraud_type: type, reason: reason.trim() } })),
      )
      setMark(blank)
    } catch (thrown) {
      if (isProblem(thrown, 'FRAUD_MARKER_UNHEARD')) setMark({ ...mark, request_id: thrown.request_id })
      else setError(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && fraud_type) void send(fraud_type)
      }}
    >
      <p className={style.about}>{say.registerAbout}</p>
      <DocumentField value={document} onChange={(value) => change({ document: value })} />
      <FraudType label={say.fraud} value={fraud_type} onChange={(value) => change({ fraud_type: value })} />
      <ReasonField
        label={say.registerReason}
        value={reason}
        onChange={(value) => change({ reason: value })}
        atHand={say.registerReasons}
      />
      {request_id && (
        <Notice tone="warn" title={say.unheard}>
          {say.unheardDetail}
        </Notice>
      )}
      {error !== undefined && <Refusal error={error} />}
      {done && <MarkOutcome outcome={done} done={say.registered} />}
      <Button
        type="submit"
        look="grave"
        busy={busy}
        disabled={!isDocument(document) || !fraud_type || reason.trim() === ''}
      >
        {request_id ? say.repeat : say.register}
      </Button>
    </form>
  )
}
