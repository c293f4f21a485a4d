import type { Schemas } from '../contract/client.ts'
import { Select } from '../parts/field.tsx'
import { useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { frauds } from './words.ts'

export type Fraud = Schemas['NewFraudMarker']['fraud_type']
const types: Fraud[] = ['MULE_ACCOUNT', 'FRAUD_ACCOUNT', 'IDEOLOGICAL_FALSEHOOD', 'OTHER']

interface Props {
  label: string
  value: Fraud | undefined
  onChange: (value: Fraud) => void
}

/** The fraud type. DICT marks a person with it, so none is preselected. */
export function FraudType({ label, value, onChange }: Props) {
  const named = useWords(frauds)
  const { choose } = useWords(shared)
  return (
    <Select label={label} required value={value ?? ''} onChange={(event) => onChange(event.target.value as Fraud)}>
      <option value="" disabled>
        {choose}
      </option>
      {types.map((type) => (
        <option key={type} value={type}>
          {named[type]}
        </option>
      ))}
    </Select>
  )
}
