import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { forms } from '../components/search.ts'
import { oneRequest } from './queries.ts'

const SHORT = 8

/** A request id, with a link where it is in the log. Jobs and decisions of the institution are not. */
export function RequestId({ value }: { value: string }) {
  const { data } = useQuery({ ...oneRequest(value), enabled: forms.id.test(value), retry: false })
  if (!data) return <Id value={value} />
  return (
    <Link to="/requests/$request_id" params={{ request_id: value }} title={value}>
      …{value.slice(-SHORT)}
    </Link>
  )
}
