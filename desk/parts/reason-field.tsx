import { useId } from 'react'
import style from './reason-field.module.css'

const REASON_MAX = 500

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** Reasons that are given often: one of them is a click, and can be changed afterwards. */
  atHand?: readonly string[]
  autoFocus?: boolean
}

/** Why somebody does something. It is one line in the journal, so that there are no lines in it. */
export function ReasonField({ label, value, onChange, atHand = [], autoFocus = false }: Props) {
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
