import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useId } from 'react'
import style from './infraction-decision.module.css'
import { infractions } from './messages.ts'

const DETAILS_MAX = 2_000

interface DetailsProps {
  hint: string
  required: boolean
  value: string
  onChange: (value: string) => void
}

/** The text sent to the reporting bank. */
export function Details({ hint, required, value, onChange }: DetailsProps) {
  const { details } = useMessages(infractions)
  const id = useId()
  return (
    <div className={style.details}>
      <label htmlFor={id} className={style.label}>
        {details}
      </label>
      <textarea
        id={id}
        className={style.text}
        rows={2}
        aria-describedby={`${id}-hint`}
        required={required}
        maxLength={DETAILS_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className={style.hint}>
        {hint}
      </p>
    </div>
  )
}
