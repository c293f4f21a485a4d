import { Link } from '@tanstack/react-router'
import { Id } from '../../desk/parts/id.tsx'
import { forms } from '../parts/search.ts'

const SHORT = 8

/** A request by its id, which leads to it. What a job of the gateway caused has a name instead. */
export function RequestId({ value }: { value: string }) {
  if (!forms.id.test(value)) return <Id value={value} />
  return (
    <Link to="/requests/$request_id" params={{ request_id: value }} title={value}>
      …{value.slice(-SHORT)}
    </Link>
  )
}
