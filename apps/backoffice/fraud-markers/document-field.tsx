import { Field } from '@eclusa/ui/components/field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { marks } from './messages.ts'

export const isDocument = (value: string) => /^(\d{11}|\d{14})$/.test(value)

/** A document field. Any notation can be pasted; only the digits are kept. */
export function DocumentField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const say = useMessages(marks)
  return (
    <Field
      label={say.document}
      hint={say.documentHint}
      inputMode="numeric"
      spellCheck={false}
      required
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 14))}
    />
  )
}
