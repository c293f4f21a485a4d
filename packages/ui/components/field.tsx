import { type ComponentProps, useId } from 'react'
import style from './field.module.css'

interface FieldProps {
  label: string
  /** A short hint. */
  hint?: string
}

/** A text field with its label. */
export function Field({ label, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={style.field}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      <input autoComplete="off" {...input} id={id} className={style.input} aria-describedby={hint && `${id}-hint`} />
      {hint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A selection with its label. */
export function Select({ label, children, ...select }: Pick<FieldProps, 'label'> & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className={style.field}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      <select {...select} id={id} className={style.input}>
        {children}
      </select>
    </div>
  )
}

/** A checkbox. */
export function Checkbox({ label, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <label className={style.tick}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  )
}
