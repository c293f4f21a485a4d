import { useState } from 'react'
import { desk, type Outcome, outcome, type Schemas } from '../contract/client.ts'
import { isProblem } from '../contract/problem.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/field.tsx'
import { Notice, Refusal } from '../parts/notice.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { frauds } from '../pix/words.ts'
import { useWords } from '../words/language.ts'
import { DocumentField, isDocument } from './document-field.tsx'
import { MarkOutcome } from './mark-outcome.tsx'
import style from './marks.module.css'
import { marks } from './words.ts'

type New = Schemas['NewFraudMarker']
const fraudTypes: New['fraud_type'][] = ['MULE_ACCOUNT', 'FRAUD_ACCOUNT', 'IDEOLOGICAL_FALSEHOOD', 'OTHER']
const blank: New = { document: '', fraud_type: 'MULE_ACCOUNT', reason: '' }

/** Marks a person. What DICT did not answer is sent again under the same number, so that it is done once. */
export function MarkForm() {
  const say = useWords(marks)
  const named = useWords(frauds)
  const [mark, setMark] = useState(blank)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [done, setDone] = useState<Outcome<unknown>>()
  const { document, fraud_type, reason, request_id } = mark
  // Whatever is changed makes another mark of it.
  const change = (changes: Partial<New>) => setMark({ document, fraud_type, reason, ...changes })

  async function send(): Promise<void> {
    setBusy(true)
    setError(undefined)
    setDone(undefined)
    try {
      setDone(await outcome(desk.POST('/v1/fraud-markers', { body: { ...mark, reason: reason.trim() } })))
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
        if (!busy) void send()
      }}
    >
      <p className={style.about}>{say.registerAbout}</p>
      <DocumentField value={document} onChange={(value) => change({ document: value })} />
      <Select
        label={say.fraud}
        value={fraud_type}
        onChange={(event) => change({ fraud_type: event.target.value as New['fraud_type'] })}
      >
        {fraudTypes.map((value) => (
          <option key={value} value={value}>
            {named[value]}
          </option>
        ))}
      </Select>
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
      <Button type="submit" look="grave" busy={busy} disabled={!isDocument(document) || reason.trim() === ''}>
        {request_id ? say.repeat : say.register}
      </Button>
    </form>
  )
}
