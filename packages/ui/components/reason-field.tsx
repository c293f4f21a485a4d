import { useId } from 'react'
import style from './reason-field.module.css'

const REASON_MAX = 500

interface ReasonFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Frequent reasons: a click inserts one, and it can be edited afterwards. */
  atHand?: readonly string[]
  autoFocus?: boolean
}

/** The reason field. The journal keeps it as one line, so line breaks are not accepted. */
export function ReasonField({ label, value, onChange, atHand = [], autoFocus = false }: ReasonFieldProps) {
  const id = useId()
  return (
    <div className={style.field}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      {atHand.length > 0 && (
        <ul className={style.hand}>
          {atHand.map((reason) => (
            <li key={reason}>
              <button
                type="button"
                className={style.chip}
                aria-pressed={value === reason}
                onClick={() => onChange(reason)}
              >
                {reason}
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        id={id}
        className={style.text}
        rows={3}
        maxLength={REASON_MAX}
        required
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\s*[\r\n]+\s*/g, ' '))}
      />
    </div>
  )
}
