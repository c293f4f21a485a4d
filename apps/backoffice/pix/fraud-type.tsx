import { Select } from '@eclusa/ui/components/field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import type { Schemas } from '../api/client.ts'
import { frauds } from './messages.ts'

export type Fraud = Schemas['NewFraudMarker']['fraud_type']
const types: Fraud[] = ['MULE_ACCOUNT', 'FRAUD_ACCOUNT', 'IDEOLOGICAL_FALSEHOOD', 'OTHER']

interface FraudTypeProps {
  label: string
  value: Fraud | undefined
  onChange: (value: Fraud) => void
}

/** The fraud type. DICT marks a person with it, so none is preselected. */
export function FraudType({ label, value, onChange }: FraudTypeProps) {
  const named = useMessages(frauds)
  const { choose } = useMessages(shared)
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
